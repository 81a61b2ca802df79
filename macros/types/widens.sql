{#- Whether every value of a Spark type is exactly one of another, wider type of numbers. -#}
{%- macro widens(data_type, wider) -%}
    {%- set was, is = changefeed._digits_of_type(data_type), changefeed._digits_of_type(wider) -%}
    {%- if not was or not is -%}
        {{- return(data_type | lower == 'float' and wider | lower == 'double') -}}
    {%- endif -%}
    {{- return(was != is and was[0] <= is[0] and was[1] <= is[1] and not ('decimal' in data_type and 'decimal' not in wider)) -}}
{%- endmacro -%}


{#- The digits of a number before and after its point; none for what is no exact number. -#}
{%- macro _digits_of_type(data_type) -%}
    {%- set whole = {'tinyint': 3, 'smallint': 5, 'int': 10, 'bigint': 19}.get(data_type | lower) -%}
    {%- if whole -%}{{- return([whole, 0]) -}}{%- endif -%}
    {%- set found = modules.re.fullmatch('decimal[(]([0-9]+), *([0-9]+)[)]', data_type | lower) -%}
    {{- return([found.group(1) | int - found.group(2) | int, found.group(2) | int] if found else none) -}}
{%- endmacro -%}
