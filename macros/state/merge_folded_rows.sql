{#-
Merges folded rows into the rows that stand. A late change that can matter marks its row, to be folded again from the log;
so does a partial image that moved from another key. The rows of a rebuilt feed come from its whole log: they replace what
stands, and what they do not mention goes.
-#}
{%- macro merge_folded_rows(rows, folded, rebuilt_feeds=[]) -%}
{%- set is_rebuilt = "stored.feed in ('" ~ rebuilt_feeds | join("', '") ~ "')" -%}
{%- set copies = 'stored.copies + new.copies_added - least(0, stored.copies + new.copies_low)' -%}
merge into {{ rows }} as stored
using (
    {{ folded }}
) as new
on
    {%- for column in changefeed.identity_columns() %}
    {{ 'and ' if not loop.first }}stored.{{ column }} = new.{{ column }}
    {%- endfor %}
{%- if rebuilt_feeds %}
when matched and {{ is_rebuilt }} then update set
    key_columns = new.key_columns,
    row = new.row,
    copies = new.copies,
    is_deleted = new.is_deleted,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    settled_position = new.settled_position,
    applied_batch_id = new.applied_batch_id,
    refold_batch_id = if(new.needs_base, new.applied_batch_id, null)
{%- endif %}
when matched and new.is_bag and new.first_position > stored.position then update set
    copies = {{ copies }},
    is_deleted = {{ copies }} = 0,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    applied_batch_id = new.applied_batch_id
when matched and (
    new.is_bag
    or new.needs_base
    or (
        new.first_position <= stored.position
        and coalesce(new.position > stored.settled_position and coalesce(new.whole_position < stored.position, true), true)
    )
) then update set
    refold_batch_id = new.applied_batch_id,
    applied_batch_id = new.applied_batch_id
when matched and new.position > stored.position then update set
    key_columns = new.key_columns,
    row = if(new.whole_position is null, {{ changefeed.overlay('stored.row', 'new.row') }}, new.row),
    copies = new.copies,
    is_deleted = new.is_deleted,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    settled_position = if(
        new.is_moved_away or stored.settled_position is null, null, coalesce(new.whole_position, stored.settled_position)
    ),
    applied_batch_id = new.applied_batch_id
when not matched then insert (
    {{ changefeed.identity_columns() | join(', ') }}, key_columns, row, copies, is_deleted,
    operation, changed_at, position, settled_position, applied_batch_id, refold_batch_id
) values (
    {% for column in changefeed.identity_columns() %}new.{{ column }}, {% endfor %}new.key_columns, new.row,
    new.copies, new.is_deleted, new.operation, new.changed_at, new.position, new.settled_position, new.applied_batch_id,
    if(new.needs_base, new.applied_batch_id, null)
)
{%- if rebuilt_feeds %}
when not matched by source and {{ is_rebuilt }} then delete
{%- endif %}
{%- endmacro -%}
