{#- The digits of a Spark type of numbers before and after the point; none for what is no exact number. -#}
{%- macro digits_of_type(data_type) -%}
    {%- set whole = {'tinyint': 3, 'smallint': 5, 'int': 10, 'bigint': 19}.get(data_type | lower) -%}
    {%- if whole -%}{{- return([whole, 0]) -}}{%- endif -%}
    {%- set found = modules.re.fullmatch('decimal[(]([0-9]+), *([0-9]+)[)]', data_type | lower) -%}
    {{- return([found.group(1) | int - found.group(2) | int, found.group(2) | int] if found else none) -}}
{%- endmacro -%}
