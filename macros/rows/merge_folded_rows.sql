{#-
Merges folded rows into the stored rows.

- A late change that can matter marks its row. Marked rows are folded again from the log.
- A partial image that moved from another key marks the rows of both keys. Until these are folded together, the old row
  stays, and the new row has no image.
- Rows of rebuilt tables (a query of rebuilt_tables()) come from their whole log. They replace the stored rows. A stored
  row that the log does not have is deleted. The source of the merge has a row for it, because the conditions of a merge
  cannot hold a query.
- Rows that are marked already (has_marked, by mark_requested_rows() or a run that was killed) are not changed here.
  They may have been folded in another order than the new changes have.

Where every table has a key (has_keyless is false) and every image is whole (has_parts is false), the row with the later
position is kept. Changes that come too late are then left out before the merge, and the merge needs no condition. With
a condition, the merge reads all columns of every row in the files that it touches, images too.
-#}
{%- macro merge_folded_rows(rows, folded, rebuilt='', has_actions=false, has_keyless=true, has_parts=true, not_before='true', has_marked=false) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
{%- set stored_copies = 'if(' ~ changefeed.precedes_reset('stored.position', 'new.table_actions') ~ ', 0, stored.copies)'
    if has_actions else 'stored.copies' -%}
{%- set copies = stored_copies ~ ' + new.copies_added - least(0, ' ~ stored_copies ~ ' + new.copies_low)' -%}
{%- set copies_missed = 'coalesce(' ~ ('if(' ~ changefeed.precedes_reset('stored.position', 'new.table_actions') ~ ', 0, stored.copies_missed)'
    if has_actions else 'stored.copies_missed') ~ ', 0) - least(0, ' ~ stored_copies ~ ' + new.copies_low)' -%}
{%- set stored_row = changefeed.with_column_actions('stored.row', 'stored.position', 'new.table_actions', until='new.position')
    if has_actions else 'stored.row' -%}
merge into {{ rows }} as stored
using (
    {%- if rebuilt %}
    select * from (
        {{ folded | indent(8) }}
    )
    full outer join (
        select {{ identity }}, is_rebuilt
        from (
            {{ changefeed.with_is_rebuilt('select ' ~ identity ~ ', key_columns from ' ~ rows, rebuilt) | indent(12) }}
        )
        where is_rebuilt
    ) using ({{ identity }})
    {%- elif has_keyless or has_parts %}
    {{ folded }}
    {%- else %}
    select folded.* from (
        {{ folded | indent(4) }}
    ) as folded
    left anti join {{ rows }} as stored
        on
            {%- if has_marked %}
            (stored.position >= folded.position and {{ not_before }} or stored.refold_batch_id is not null)
            {%- else %}
            stored.position >= folded.position
            and {{ not_before }}
            {%- endif %}
            {%- for column in changefeed.identity_columns() %}
            and stored.{{ column }} = folded.{{ column }}
            {%- endfor %}
    {%- endif %}
) as new
on
    {%- for column in changefeed.identity_columns() %}
    {{ 'and ' if not loop.first }}stored.{{ column }} = new.{{ column }}
    {%- endfor %}
{%- if rebuilt %}
when matched and new.is_rebuilt and new.position is null then delete
when matched and new.is_rebuilt then update set
    key_columns = new.key_columns,
    row = {{ changefeed.row_if_known() }},
    copies = new.copies,
    copies_missed = new.copies_missed,
    is_deleted = new.is_deleted,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    settled_position = new.settled_position,
    applied_batch_id = new.applied_batch_id,
    refold_batch_id = if(new.needs_base, new.applied_batch_id, null)
{%- endif %}
{%- if has_marked and (has_keyless or has_parts) %}
when matched and stored.refold_batch_id is not null then update set
    applied_batch_id = new.applied_batch_id
{%- endif %}
{%- if has_keyless %}
when matched
    and new.is_keyless
    and new.first_position > stored.position
    and not {{ changefeed.has_same_sequence('new.first_position', 'stored.position') }}
then update set
    copies = {{ copies }},
    copies_missed = {{ copies_missed }},
    is_deleted = {{ copies }} = 0,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    applied_batch_id = new.applied_batch_id
{%- endif %}
{%- if has_keyless or has_parts %}
when matched and (
    new.is_keyless
    {%- if has_parts %}
    or new.needs_base
    or new.is_moved_away
    or (
        new.first_position <= stored.position
        and (
            stored.settled_position is null
            or new.position > stored.settled_position and coalesce(new.whole_position < stored.position, true)
        )
    )
    {%- endif %}
) then update set
    refold_batch_id = new.applied_batch_id,
    applied_batch_id = new.applied_batch_id
{%- endif %}
when matched {{ 'and new.position > stored.position ' if has_keyless or has_parts }}then update set
    key_columns = new.key_columns,
    {%- if has_parts %}
    row = if(new.whole_position is null, {{ changefeed.overlay_with_paths(stored_row, 'new.part' if has_actions else 'new.row', 'new.feed') }}, new.row),
    settled_position = if(stored.settled_position is null, null, coalesce(new.whole_position, stored.settled_position)),
    {%- else %}
    row = new.row,
    settled_position = new.settled_position,
    {%- endif %}
    copies = new.copies,
    is_deleted = new.is_deleted,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    applied_batch_id = new.applied_batch_id
when not matched then insert ({{ changefeed.columns_of_new_row() | join(', ') }})
values ({{ changefeed.columns_of_new_row().values() | join(', ') }})
{%- endmacro -%}
