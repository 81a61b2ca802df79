{{ config(materialized='view', alias='run_counts') }}

with messages as (

    select
        decode_batch_id,
        feed,
        'messages' as measure,
        '' as label,
        sum(messages) as n
    from {{ ref('changefeed_read_batches') }}
    where decode_batch_id > 0 and kind not in ('retry', 'declared')
    group by decode_batch_id, feed

),

retried as (

    select
        decode_batch_id,
        feed,
        'messages' as measure,
        '' as label,
        count(distinct topic, topic_incarnation, partition, offset) as n
    from {{ ref('changefeed_decoded') }} as decoded
    left semi join (select * from {{ ref('changefeed_read_batches') }} where kind = 'retry') as read_batches
        on
            decoded.decode_batch_id = read_batches.decode_batch_id
            and decoded.feed = read_batches.feed
            and decoded.batch_id <= read_batches.last_batch_id
    group by decode_batch_id, feed

),

changes as (

    select
        decode_batch_id,
        feed,
        if(reason is null, 'changes', 'quarantined') as measure,
        coalesce(reason, operation) as label,
        count(*) as n
    from {{ ref('changefeed_decoded') }}
    group by decode_batch_id, feed, if(reason is null, 'changes', 'quarantined'), coalesce(reason, operation)

),

final as (

    select
        decode_batch_id,
        feed,
        measure,
        label,
        sum(n) as n
    from (
        select * from messages
        union all
        select * from retried
    )
    group by all
    union all
    select * from changes

)

select * from final
