{#- What DRS's text of a MySQL or Oracle type is; none for a type that drs_json_value() cannot read. -#}
{%- macro drs_json_type(source_type, feed) -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set types = changefeed.oracle_types() if feed.source_kind == 'oracle' else changefeed.mysql_types() -%}
    {%- if 'time zone' in (source_type | lower) or (parts.base in ('enum', 'set') and not parts.arguments) -%}
        {{- return(none) -}}
    {%- endif -%}
    {{- return(types.get(parts.base)) -}}
{%- endmacro -%}
