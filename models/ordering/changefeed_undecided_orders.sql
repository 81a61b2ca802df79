{{ config(materialized='view', schema='internal', alias='undecided_orders') }}

with found as (

    select *
    from {{ ref('changefeed_concurrent_changes') }}
    where what = 'undecided'

),

-- Where a later run looked at a time again, only what that run found counts.
looked_at_again as (

    select
        feed,
        ordered_at as since,
        ranked_batch_id
    from {{ ref('changefeed_concurrent_changes') }}
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
        and found.ranked_batch_id < looked_at_again.ranked_batch_id
