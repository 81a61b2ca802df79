{#-
Folds row changes to one row for each key they touch. A keyed row is what its last change in order made of it. A table
without a key is a bag: its rows are counted, a count never falls below zero, so the fold needs the sum of the
copies added and removed (copies_added) and the lowest point on the way there (copies_low); copies and is_deleted are those
of a row that begins with these changes. An update that leaves the
image as it was takes a copy away and puts it back.
-#}
{%- macro folded_changes(changes) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
select
    {{ identity }},
    last.key_columns,
    last.row,
    if(is_bag, copies_added - copies_low, if(last.is_deleted, 0, 1)) as copies,
    if(is_bag, copies_added - copies_low = 0, last.is_deleted) as is_deleted,
    last.operation,
    last.changed_at,
    last.position,
    first_position,
    is_bag,
    copies_added,
    copies_low,
    applied_batch_id
from (
    select
        {{ identity }},
        max_by(
            named_struct(
                'key_columns', key_columns,
                'row', coalesce(after, before),
                'is_deleted', after is null,
                'operation', operation,
                'changed_at', source_at,
                'position', position
            ),
            position
        ) as last,
        min(position) as first_position,
        size(max_by(key_columns, position)) = 0 as is_bag,
        sum(copies) as copies_added,
        least(min(running_copies - if(copies = 0, 1, 0)), 0) as copies_low,
        max(decode_batch_id) as applied_batch_id
    from (
        select
            *,
            sum(copies) over (partition by {{ identity }} order by position) as running_copies
        from (
            select
                *,
                case
                    when operation in ('insert', 'snapshot') or previous_row_key is not null then 1
                    when after is null then -1
                    else 0
                end as copies
            from {{ changes }}
        )
    )
    group by {{ identity }}
)
{%- endmacro -%}
