{#- Folds the marked rows again from the whole log, in order. -#}
{%- macro refold_marked_rows(rows, log) -%}
merge into {{ rows }} as stored
using (
    with marked as (
        select {{ changefeed.identity_columns() | join(', ') }} from {{ rows }} where refold_batch_id is not null
    ),
    changes as (
        {{ changefeed.row_changes(log) | indent(8) }}
    ),
    marked_changes as (
        select changes.* from changes left semi join marked using ({{ changefeed.identity_columns() | join(', ') }})
    )
    {{ changefeed.folded_changes('marked_changes') }}
) as new
on
    stored.refold_batch_id is not null
    {%- for column in changefeed.identity_columns() %}
    and stored.{{ column }} = new.{{ column }}
    {%- endfor %}
when matched then update set
    copies = new.copies,
    is_deleted = new.is_deleted,
    row = new.row,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    refold_batch_id = null
{%- endmacro -%}
