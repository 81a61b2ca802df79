{{ config(materialized='view', alias='order_health') }}

with changes as (

    {{ changefeed.row_changes(ref('changefeed_decoded')) | indent(4) }}

),

copies as (

    select
        feed,
        count(*) - count(distinct position.epoch, position.sequence, position.message_index, position.step) as copies
    from changes
    where position.sequence is not null
    group by feed

),

-- Changes without any time have nothing but the order of their partitions.
untimed as (

    select feed
    from changes
    where position.sequence is null and position.ordered_at <= timestamp '1970-01-01'
    group by {{ changefeed.identity_columns() | join(', ') }}
    having count(distinct {{ changefeed.place('position') }}) > 1

),

undecided as (

    select
        feed,
        count(*) as undecided_orders
    from (
        select feed from {{ source('changefeed', 'undecided_orders') }}
        union all
        select feed from untimed
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

final as (

    select
        feeds.feed,
        coalesce(copies.copies, 0) as copies,
        coalesce(undecided.undecided_orders, 0) as undecided_orders,
        coalesce(unseen.unseen_rows, 0) as unseen_rows
    from {{ ref('changefeed_feed_settings') }} as feeds
    left join copies using (feed)
    left join undecided using (feed)
    left join unseen using (feed)

)

select * from final
