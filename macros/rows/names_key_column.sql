{#-
Whether one of some column actions renames a column of a key with several columns. The values of such a key may then
stand in another order.
-#}
{%- macro names_key_column(actions, key_columns) -%}
size({{ key_columns }}) > 1 and exists(
    {{ actions }},
    action -> action.action = 'rename_column' and exists({{ key_columns }}, name -> lower(name) = lower(action.column_name))
)
{%- endmacro -%}
