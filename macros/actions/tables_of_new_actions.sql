{#-
The tables with new table actions of a kind, by their present names, each with the first and the last position of such
an action.
-#}
{%- macro tables_of_new_actions(actions, renames, applied_batch_id, kind) -%}
{%- set words = {'column': ['add_column', 'drop_column', 'rename_column', 'change_type'], 'reset': ['truncate', 'drop_table']}[kind] -%}
select feed, source_database, source_schema, source_table, min(position) as first_position, max(position) as last_position
from ({{ changefeed.actions_by_present_name(actions, renames) }})
where decode_batch_id > {{ applied_batch_id }} and action in ('{{ words | join("', '") }}')
group by all
{%- endmacro -%}
