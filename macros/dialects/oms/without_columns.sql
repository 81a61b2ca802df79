{#- A row without some of its columns. -#}
{%- macro without_columns(row, names) -%}
if(size({{ names }}) > 0, map_filter({{ row }}, (name, text) -> not array_contains({{ names }}, name)), {{ row }})
{%- endmacro -%}
