{#- What DTS's text of a MySQL type is; none for a type that dts_canal_value() cannot read. -#}
{%- macro dts_canal_type(source_type, feed) -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set known = changefeed.mysql_types().get(parts.base) -%}
    {%- if known is none or known.reader == 'latin1_bytes' or (parts.base in ('enum', 'set') and not parts.arguments) -%}
        {{- return(none) -}}
    {%- endif -%}
    {{- return(known) -}}
{%- endmacro -%}
