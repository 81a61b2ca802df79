{#- A text as a SQL literal: what comes from messages or declarations never ends a literal early. -#}
{%- macro sql_string(text) -%}
    '{{ text | string | replace('\\', '\\\\') | replace("'", "\\'") }}'
{%- endmacro -%}
