{%- macro default__own_dialects() -%}
    {{- return([]) -}}
{%- endmacro -%}
