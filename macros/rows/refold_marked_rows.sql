{#-
Folds the marked rows again from the whole log, in order. Where partial images moved between keys, the rows that they
connect are marked as well, and their images are accumulated from all their changes, in order. Rows that are folded
again get the newest applied_batch_id. So a reader who looks for rows that changed since a run also finds rows that a
late change of another row reached.
-#}
{%- macro refold_marked_rows(rows, log, events, actions, renames, redefined, sweeps, reloads, requests) -%}
{%- if changefeed.has_marked_rows(rows) -%}
{%- do changefeed.compile_plans(unless='has_small_logs') -%}
{%- if not changefeed.has_table_actions(events, sweeps, reloads) -%}
    {%- set actions, renames = none, none -%}
{%- endif -%}
{%- set has_moves = changefeed.mark_connected_rows(rows, log, actions, renames, redefined) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
merge into {{ rows }} as stored
using (
    with {{ changefeed.marked_changes(rows, log, actions, renames, redefined, has_moves) | indent(4) }},
    folded as (
        {{ changefeed.folded_changes('marked_changes', has_actions=actions is not none) | indent(8) }}
    )
    {%- if has_moves %}
    select folded.* except (row), coalesce(accumulated.image, folded.row) as row
    from folded
    left join accumulated using ({{ identity }}, position)
    {%- else %}
    select * from folded
    {%- endif %}
) as new
on
    stored.refold_batch_id is not null
    {%- for column in changefeed.identity_columns() %}
    and stored.{{ column }} = new.{{ column }}
    {%- endfor %}
when matched then update set
    key_columns = new.key_columns,
    copies = new.copies,
    copies_missed = new.copies_missed,
    is_deleted = new.is_deleted,
    row = new.row,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    settled_position = new.settled_position,
    refold_batch_id = null,
    applied_batch_id = greatest(
        stored.applied_batch_id,
        {{ changefeed.high_water(rows, ['applied_batch_id'])[0] }},
        {{ changefeed.high_water(requests, ['decode_batch_id'], once=true)[0] }}
    )
{%- endif -%}
{%- endmacro -%}
