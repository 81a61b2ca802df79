{#-
Whether each value of a row is an object that begins with value, and one is there. The connector of YugabyteDB writes
{"value": …, "set": true} for a column, unless it is told otherwise.
-#}
{%- macro debezium_wraps_values(row) -%}
array_join(transform(map_values({{ row }}), text -> left(text, 9)), '') rlike r'^(\{"value":)++\z'
{%- endmacro -%}
