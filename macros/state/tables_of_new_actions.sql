{#-
The tables with new table-wide changes of a kind, by the names they have now, each with the first and last place of such
a change.
-#}
{%- macro tables_of_new_actions(actions, renames, applied_batch_id, kind) -%}
{%- set words = {'column': ['add_column', 'drop_column', 'rename_column', 'change_type'], 'reset': ['truncate', 'drop_table']}[kind] -%}
select feed, source_database, source_schema, source_table, min(position) as first_position, max(position) as last_position
from ({{ changefeed.actions_by_present_name(actions, renames) }})
where decode_batch_id > {{ applied_batch_id }} and action in ('{{ words | join("', '") }}')
group by all
{%- endmacro -%}
