select
    feed,
    unix_micros(max(last_kafka_at) filter (where decode_batch_id <= 0)) as last_before,
    coalesce(bool_or(kind = 'redecode' and decode_batch_id > 0), false) as is_again
from changefeed_internal.read_batches
where feed <> '' and topic is not null
group by feed
having count(distinct topic, topic_incarnation, partition) > 1 and max(decode_batch_id) > 0;

create or replace table changefeed_internal.concurrent_changes

    using delta

      comment '…'

      as

with looked_at as (

    -- The row without a feed says how far a run has looked.
    select
        feed,
        ordered_at
    from values
        ('', cast(null as timestamp))
        as looked_at (feed, ordered_at)

),

final as (

    select
        'looked_at' as what,
        feed,
        ordered_at,
        cast(null as string) as topic,
        cast(null as string) as topic_incarnation,
        cast(null as int) as partition,
        cast(null as bigint) as offset,
        cast(null as int) as message_index,
        cast(null as int) as concurrent_rank,
        cast(null as bigint) as batch_id,
        cast(null as bigint) as decode_batch_id,
        cast(null as string) as kind,
        cast(null as string) as source_database,
        cast(null as string) as source_schema,
        cast(null as string) as source_table,
        cast(null as string) as object,
        cast(null as string) as state_before,
        cast(null as int) as changes,
        cast(null as int) as orders,
        cast(6 as bigint) as ranked_batch_id
    from looked_at

)

select * from final;
