{#-
Whether a feed's time zone can change anything in a dialect: in its SQL, or in typed tables. Where a dialect has lists
of types, it can: a time without a zone may be declared as an instant, an instant as a time without one.
-#}
{%- macro reads_in_zone(dialect) -%}
    {%- if dialect.types is defined or 'time_zone' in (dialect.get('terms', {}).values() | list + dialect.changes.values() | list) | join(' ') -%}
        {{- return(true) -}}
    {%- endif -%}
    {%- set found = [] -%}
    {%- for kind in dialect.source_kinds or [''] -%}
        {%- for type in changefeed.types_in_zones() if changefeed.is_read_in_zone(dialect, kind, type) -%}{%- do found.append(type) -%}{%- endfor -%}
    {%- endfor -%}
    {{- return(found != []) -}}
{%- endmacro -%}
