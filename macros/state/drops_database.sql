{#-
Whether a statement of `table_events` drops a database or schema: what it says of tables depends on which there are.
-#}
{%- macro drops_database() -%}
is_understood and exists(actions, action -> action.action = 'drop_table' and action.source_table = '')
{%- endmacro -%}
