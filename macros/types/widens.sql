{#- Whether every value of a Spark type is exactly one of another, wider type of numbers. -#}
{%- macro widens(data_type, wider) -%}
    {%- set was, is = changefeed.digits_of_type(data_type), changefeed.digits_of_type(wider) -%}
    {%- if not was or not is -%}
        {{- return(data_type | lower == 'float' and wider | lower == 'double') -}}
    {%- endif -%}
    {{- return(was != is and was[0] <= is[0] and was[1] <= is[1] and not ('decimal' in data_type and 'decimal' not in wider)) -}}
{%- endmacro -%}
