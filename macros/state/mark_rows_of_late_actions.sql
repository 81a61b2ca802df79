{#-
Marks the rows that table-wide changes reach late: those that were folded beyond such a change, from parts on both sides of it.
A row that is one whole image stands on one side, and pays nothing; of versions (keeps_versions) that is not known. A pre-hook.
-#}
{%- macro mark_rows_of_late_actions(rows, actions, renames, keeps_versions=false) -%}
    {%- set action_batch_id = 0 if changefeed.is_first_build() else changefeed.high_water(actions, ['decode_batch_id'], once=true)[0] -%}
    {%- set applied_batch_id = changefeed.high_water(rows, ['applied_batch_id'])[0] if action_batch_id else 0 -%}
    {%- set matters = {'cut': 'size(stored.key_columns) = 0', 'column': 'size(stored.key_columns) > 0'
        ~ ('' if keeps_versions else ' and not coalesce(stored.settled_position > late.last_position, false)')} -%}
    {%- for kind in matters if action_batch_id > applied_batch_id -%}
        {%- do run_query(
            'merge into ' ~ rows ~ ' as stored using (' ~ changefeed.tables_of_new_actions(actions, renames, applied_batch_id, kind)
            ~ ') as late on stored.feed = late.feed and stored.source_database = late.source_database'
            ~ ' and stored.source_schema = late.source_schema and stored.source_table = late.source_table'
            ~ ' and stored.position > late.first_position and ' ~ matters[kind]
            ~ ' when matched then update set refold_batch_id = stored.applied_batch_id'
        ) -%}
    {%- endfor -%}
{%- endmacro -%}
