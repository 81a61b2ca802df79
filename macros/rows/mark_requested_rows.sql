{#-
A pre-hook of a fold: marks the rows that refold_requests has asked for since the fold last read it. A request names a
single row, or rows of a table that were folded beyond a late change. A row whose last whole image comes after that
change is left as it is; for versions (keeps_versions) this is not known. Requests for whole tables are not marked:
rebuilt_tables() has those tables.
-#}
{%- macro mark_requested_rows(rows, requests, keeps_versions=false) -%}
    {%- if not execute or changefeed.is_first_build() or not changefeed.newest_request(requests) -%}{{ return('') }}{%- endif -%}
    {%- set applied_batch_id = changefeed.high_water(rows, ['applied_batch_id'], once=true)[0] -%}
    {%- set is_new = 'reason is not null and decode_batch_id > ' ~ applied_batch_id -%}
    {%- set has_rows, has_bounds, has_tables = changefeed.requested(requests, applied_batch_id) -%}
    {%- if has_rows or has_bounds -%}
        {%- do changefeed.hold_claim() -%}
        {%- do changefeed.note_written(rows) -%}
    {%- endif -%}
    {%- if has_rows -%}
        {%- do run_query(
            'merge into ' ~ rows ~ ' as stored using (select distinct ' ~ changefeed.identity_columns() | join(', ') ~ ' from ' ~ requests
            ~ ' where row_key is not null and ' ~ is_new ~ ') as requested on stored.refold_batch_id is null' ~ changefeed.same_row('stored', 'requested')
            ~ ' when matched then update set refold_batch_id = stored.applied_batch_id'
        ) -%}
    {%- endif -%}
    {%- if has_bounds -%}
        {%- set is_of_table = [] -%}
        {%- for column in changefeed.source_table_columns() -%}{%- do is_of_table.append('stored.' ~ column ~ ' = requested.' ~ column) -%}{%- endfor -%}
        {%- do run_query(
            'merge into ' ~ rows ~ ' as stored using (select ' ~ changefeed.source_table_columns() | join(', ')
            ~ ', rows, min(first_position) as first_position, max(last_position) as last_position from ' ~ requests
            ~ ' where first_position is not null and ' ~ is_new ~ ' group by all) as requested on ' ~ is_of_table | join(' and ')
            ~ " and (size(stored.key_columns) = 0) = (requested.rows = 'keyless') and stored.position > requested.first_position"
            ~ ('' if keeps_versions else " and (requested.rows = 'keyless' or not coalesce(stored.settled_position > requested.last_position, false))")
            ~ ' when matched then update set refold_batch_id = stored.applied_batch_id'
        ) -%}
    {%- endif -%}
{%- endmacro -%}
