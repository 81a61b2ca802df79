{#-
Whether a statement of `table_events` drops a database or schema. What such a statement does depends on which tables
there are.
-#}
{%- macro drops_database() -%}
is_understood and exists(actions, action -> action.action = 'drop_table' and action.source_table = '')
{%- endmacro -%}
