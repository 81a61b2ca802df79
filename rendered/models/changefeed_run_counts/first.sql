create or replace view changefeed.run_counts (
    `decode_batch_id` comment '…',
    `feed` comment '…',
    `measure` comment '…',
    `label` comment '…',
    `n` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

with read_batches as (

    select * from changefeed_internal.read_batches

),

retries as (

    select *
    from read_batches
    where kind = 'retry'

),

-- A read batch of kind retry is a range over all messages read before. The retried ones are those with a result.
retried as (

    select
        decoded.decode_batch_id,
        decoded.feed,
        count(distinct decoded.topic, decoded.topic_incarnation, decoded.partition, decoded.offset) as n
    from changefeed_internal.decoded as decoded
    left semi join retries
        on
            decoded.decode_batch_id = retries.decode_batch_id
            and decoded.feed = retries.feed
            and decoded.batch_id <= retries.last_batch_id
    group by decoded.decode_batch_id, decoded.feed

),

read as (

    select
        decode_batch_id,
        feed,
        messages as n
    from read_batches
    where decode_batch_id > 0 and kind not in ('retry', 'declared')
    union all
    select
        decode_batch_id,
        feed,
        n
    from retried

),

messages as (

    select
        decode_batch_id,
        feed,
        'messages' as measure,
        '' as label,
        sum(n) as n
    from read
    group by decode_batch_id, feed

),

changes as (

    select
        decode_batch_id,
        feed,
        if(reason is null, 'changes', 'quarantined') as measure,
        coalesce(reason, operation) as label,
        count(*) as n
    from changefeed_internal.decoded
    group by decode_batch_id, feed, if(reason is null, 'changes', 'quarantined'), coalesce(reason, operation)

),

final as (

    select * from messages
    union all
    select * from changes

)

select * from final;
