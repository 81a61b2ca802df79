{{ config(materialized='view', alias='order_health') }}

with changes as (

    {{ changefeed.row_changes(ref('changefeed_ordered_changes')) | indent(4) }}

),

told as (

    {{ changefeed.with_copies('changes') | indent(4) }}

),

copies as (

    select
        feed,
        count_if(is_copy) as copies
    from told
    group by feed

),

-- What a change of a row with a key finds, apart from copies: the greatest number that its partition had for the row, and
-- the change before it.
found as (

    select
        feed,
        {{ changefeed.source_table_columns()[1:] | join(',\n        ') }},
        operation,
        position,
        after_hash,
        max(position.sequence) over (
            partition by {{ changefeed.identity_columns() | join(', ') }}, key_columns, position.epoch, {{ changefeed.topic_partition('position') }}
            order by position.offset, position.message_index, position.step
            rows between unbounded preceding and 1 preceding
        ) as greatest_sequence,
        lag(struct(operation, after_hash, position)) over by_row as before_it,
        row_number() over (partition by {{ changefeed.identity_columns() | join(', ') }}, key_columns, operation, after_hash order by position) > 1 as is_known
    from (select *, if(after is null, null, xxhash64(array_sort(map_entries(after)))) as after_hash from told)
    where not is_copy and size(key_columns) > 0
    window by_row as (partition by {{ changefeed.identity_columns() | join(', ') }}, key_columns order by position)

),

strange as (

    select
        found.feed,
        count_if(found.position.sequence < found.greatest_sequence and not found.is_known) as numbers_back,
        count_if(
            found.operation = 'insert'
            and not found.is_known
            and found.before_it.operation in ('insert', 'update')
            and found.before_it.after_hash <> found.after_hash
            and not {{ changefeed.precedes_reset('found.before_it.position', 'actions') | indent(12) }}
        ) as inserted_over
    from found
    left join {{ ref('changefeed_table_actions') }} as actions
        using ({{ changefeed.source_table_columns() | join(', ') }})
    group by found.feed

),

-- Changes without any time stand in the order of their partitions, which says nothing about them.
untimed as (

    select feed
    from changes
    where position.sequence is null and position.ordered_at <= timestamp '1970-01-01'
    group by {{ changefeed.identity_columns() | join(', ') }}
    having count(distinct {{ changefeed.topic_partition('position') }}) > 1

),

undecided as (

    select
        feed,
        count(*) as undecided_orders
    from (
        select feed from {{ ref('changefeed_undecided_orders') }}
        union all
        select feed from untimed
        union all
        select feed from (
            {{ changefeed.concurrent_with_statements(ref('changefeed_table_events'), ref('changefeed_ordered_changes')) | indent(12) }}
        )
    )
    group by feed

),

unseen as (

    select
        feed,
        count_if(began.operation in ('update', 'delete') and not began.is_moved_here) as unseen_rows
    from (
        select
            feed,
            min_by(struct(operation, previous_row_key is not null as is_moved_here), position) as began
        from changes
        group by {{ changefeed.identity_columns() | join(', ') }}
    )
    group by feed

),

-- A row moved to a key whose row was there. A unique key allows this only within one statement that gives several rows
-- other keys. Rows are folded one after the other. So the row that came is taken along when the earlier row moves away.
moves as (

    select
        feed,
        previous_row_key,
        lag(struct(after is not null as is_there, previous_row_key)) over (
            partition by {{ changefeed.identity_columns() | join(', ') }} order by position
        ) as before_it
    from changes
    left semi join (
        select distinct {{ changefeed.identity_columns() | join(', ') }}
        from changes
        where previous_row_key is not null and size(key_columns) > 0
    ) using ({{ changefeed.identity_columns() | join(', ') }})

),

taken as (

    select
        feed,
        count(*) as taken_keys
    from moves
    where previous_row_key is not null and before_it.is_there and not before_it.previous_row_key <=> previous_row_key
    group by feed

),

former as (

    select
        rows.feed,
        count(*) as former_keys
    from {{ ref('changefeed_folded_rows') }} as rows
    inner join ({{ changefeed.present_keys(ref('changefeed_redefined_keys')) | indent(4) }}) as redefined
        using ({{ changefeed.source_table_columns() | join(', ') }})
    where rows.key_columns <> redefined.present_key and not rows.is_deleted
    group by rows.feed

),

forms as (

    select
        feed,
        count(*) as key_forms
    from (
        select feed
        from {{ ref('changefeed_folded_rows') }}
        where size(key_columns) > 0 and not is_deleted
        group by {{ changefeed.source_table_columns() | join(', ') }}, regexp_replace(row_key, r'"(-?[0-9]+)[.]0+"', '"$1"')
        having count(*) > 1
    )
    group by feed

),

final as (

    select
        feeds.feed,
        coalesce(copies.copies, 0) as copies,
        coalesce(undecided.undecided_orders, 0) as undecided_orders,
        coalesce(unseen.unseen_rows, 0) as unseen_rows,
        coalesce(taken.taken_keys, 0) as taken_keys,
        coalesce(former.former_keys, 0) as former_keys,
        coalesce(strange.numbers_back, 0) as numbers_back,
        coalesce(strange.inserted_over, 0) as inserted_over,
        coalesce(forms.key_forms, 0) as key_forms
    from {{ ref('changefeed_feed_settings') }} as feeds
    left join copies using (feed)
    left join undecided using (feed)
    left join unseen using (feed)
    left join taken using (feed)
    left join former using (feed)
    left join strange using (feed)
    left join forms using (feed)

)

select * from final
