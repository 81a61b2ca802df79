{#- Whether one of some column actions renames a column of a key that has several. -#}
{%- macro names_key_column(actions, key_columns) -%}
size({{ key_columns }}) > 1 and exists(
    {{ actions }},
    action -> action.action = 'rename_column' and exists({{ key_columns }}, name -> lower(name) = lower(action.column_name))
)
{%- endmacro -%}
