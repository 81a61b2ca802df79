{#- The labels of an ENUM or a SET, as an array in SQL. -#}
{%- macro array_of_labels(labels) -%}
array({% for label in labels %}{{ changefeed.sql_string(label) }}{{ ', ' if not loop.last }}{% endfor %})
{%- endmacro -%}
