select coalesce(max(last_batch_id), 0), coalesce(max(decode_batch_id), 0), coalesce(max(if(feed = '', 1, 0)), 0), coalesce(max(declarations), 0) from changefeed_internal.read_batches where true;

select (select count(*) from changefeed_internal.restarts) + (select count(*) from changefeed_internal.sweeps);

select max(batch_id), count(*) from changefeed.messages where batch_id > 9;

select feed from changefeed_internal.feed_settings where dialect in ('dataworks', 'dataworks_flat') order by feed;

insert into changefeed_internal.read_batches by name select * from (

-- once: stored.decode_batch_id > 5 or stored.first_batch_id > 9
with landed as (
    -- as in models/changefeed_read_batches/later.sql
),

ranges as (
    -- as in models/changefeed_read_batches/later.sql
),

patterns as (

    select sort_array(collect_list(struct(feed, topics_pattern))) as patterns
    from changefeed_internal.feed_settings

),

claims as (

    select
        ranges.*,
        transform(filter(patterns.patterns, each -> ranges.topic rlike each.topics_pattern), each -> each.feed) as feeds
    from ranges
    cross join patterns

),

final as (

    select
        -- as in models/changefeed_read_batches/later.sql
    from claims
    where size(feeds) = 1 or not is_waiting

    union all

    select
        cast(6 as bigint) as decode_batch_id,
        feed,
        topic,
        topic_incarnation,
        partition,
        min(first_batch_id) as first_batch_id,
        max(last_batch_id) as last_batch_id,
        min(first_offset) as first_offset,
        max(last_offset) as last_offset,
        cast(0 as bigint) as messages,
        max(last_kafka_at) as last_kafka_at,
        cast(null as timestamp) as previous_kafka_at,
        cast(0 as bigint) as late_clocks,
        'retry' as kind,
        'unpaired_update' as retry_reason,
        cast(0 as bigint) as declarations,
        current_timestamp() as opened_at
    from changefeed_internal.read_batches
    where
        kind = 'new'
        and feed in ('works')
    group by feed, topic, topic_incarnation, partition

)

select * from final) where (select count(*) from changefeed_internal.read_batches as stored where stored.decode_batch_id > 5 or stored.first_batch_id > 9) = 0;
