{#- A value, or where its type has no order its JSON: Spark compares no maps and no variants. -#}
{%- macro comparable_value(value, data_type) -%}
    {{- return('to_json(' ~ value ~ ')' if modules.re.search('(?i)variant|map *<', data_type or '') else value) -}}
{%- endmacro -%}
