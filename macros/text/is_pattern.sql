{#- Whether a text has one of the wildcards * and ?. -#}
{%- macro is_pattern(text) -%}
    {{- return('*' in text or '?' in text) -}}
{%- endmacro -%}
