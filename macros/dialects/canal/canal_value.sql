{#- How Canal's text of a MySQL type reads as a value (docs page, "Types"). -#}
{%- macro canal_value(source_type, text, type, feed) -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set known = changefeed.canal_type(source_type, feed) -%}
    {%- if known is none -%}
        {{- exceptions.raise_compiler_error("canal knows no MySQL type '" ~ source_type ~ "'") -}}
    {%- endif -%}
    {%- if type == 'string' and known.reader in ('number', 'date', 'wall_time', 'instant', 'mysql_time') -%}
        {{- text -}}
    {%- elif parts.base == 'json' and feed.source_kind == 'mariadb' -%}
        {{- changefeed.read_as('utf8_of_latin1', text, type) -}}
    {%- elif parts.base == 'binary' and parts.arguments -%}
        {#- BINARY(n) comes without its trailing zero bytes. -#}
        rpad({{ changefeed.read_as('latin1_bytes', text, type) }}, {{ parts.arguments[0] | int }}, x'00')
    {%- else -%}
        {{- changefeed.read_as(known.reader, text, type, zone=feed.time_zone, labels=parts.arguments) -}}
    {%- endif -%}
{%- endmacro -%}
