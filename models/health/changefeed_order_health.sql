{{ config(materialized='view', alias='order_health') }}
{#- What a change and its copy have in common, apart from their row. -#}
{%- set of_change = ['epoch', 'sequence', 'message_index', 'step', 'operation'] %}
{%- set of_position = 'position.epoch, position.sequence, position.message_index, position.step' %}

with changes as (

    {{ changefeed.row_changes(ref('changefeed_ordered_changes')) | indent(4) }}

),

-- Several changes of one row can have the same sequence, that of their transaction. A copy has the same images as well.
repeated as (

    select
        {{ changefeed.identity_columns() | join(',\n        ') }},
        {{ of_change | join(',\n        ') }}
    from (
        select
            *,
            {{ of_position | indent(12) }}
        from changes
        where position.sequence is not null
    )
    group by {{ (changefeed.identity_columns() + of_change) | join(', ') }}
    having count(*) > 1

),

copies as (

    select
        feed,
        sum(sent - 1) as copies
    from (
        select
            feed,
            count(*) as sent
        from (
            select
                *,
                {{ of_position | indent(16) }}
            from changes
            where position.sequence is not null
        )
        left semi join repeated using ({{ (changefeed.identity_columns() + of_change) | join(', ') }})
        group by {{ (changefeed.identity_columns() + of_change) | join(', ') }}, to_json(before), to_json(after)
    )
    group by feed

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

final as (

    select
        feeds.feed,
        coalesce(copies.copies, 0) as copies,
        coalesce(undecided.undecided_orders, 0) as undecided_orders,
        coalesce(unseen.unseen_rows, 0) as unseen_rows,
        coalesce(taken.taken_keys, 0) as taken_keys
    from {{ ref('changefeed_feed_settings') }} as feeds
    left join copies using (feed)
    left join undecided using (feed)
    left join unseen using (feed)
    left join taken using (feed)

)

select * from final
