create or replace view changefeed_internal.undecided_orders (
    `feed` comment '…',
    `ordered_at` comment '…',
    `kind` comment '…',
    `source_database` comment '…',
    `source_schema` comment '…',
    `source_table` comment '…',
    `object` comment '…',
    `state_before` comment '…',
    `changes` comment '…',
    `orders` comment '…',
    `ranked_batch_id` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

with found as (

    select *
    from changefeed_internal.concurrent_changes
    where what = 'undecided'

),

-- Where a later run looked at a time again, only what that run found counts.
looked_at_again as (

    select
        feed,
        ordered_at as since,
        ranked_batch_id
    from changefeed_internal.concurrent_changes
    where what = 'looked_at' and feed <> ''

)

select
    found.feed,
    found.ordered_at,
    found.kind,
    found.source_database,
    found.source_schema,
    found.source_table,
    found.object,
    found.state_before,
    found.changes,
    found.orders,
    found.ranked_batch_id
from found
left anti join looked_at_again
    on
        found.feed = looked_at_again.feed
        and found.ordered_at >= looked_at_again.since
        and found.ranked_batch_id < looked_at_again.ranked_batch_id;
