select 'changefeed_internal.restarts' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select count(*) as n1 from changefeed_internal.restarts)
union all
select 'changefeed_internal.sweeps' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select count(*) as n1 from changefeed_internal.sweeps);

select (select count(*) from changefeed_internal.restarts) + (select count(*) from changefeed_internal.sweeps);

select max(batch_id), count(*) from changefeed.messages where batch_id > 0;

create or replace table changefeed_internal.read_batches

    using delta

      comment '…'

      as

with landed as (

    select
        topic,
        topic_incarnation,
        partition,
        cast(1 as bigint) as first_batch_id,
        cast(0 as bigint) as last_batch_id,
        min(offset) as first_offset,
        max(offset) as last_offset,
        max(ordered_at) as last_kafka_at,
        min_by(ordered_at, offset) as first_kafka_at,
        count_if(ordered_at is null or ordered_at < running_at) as late_clocks,
        count(*) as messages
    from (
        select
            *,
            max(ordered_at) over (
                partition by topic, topic_incarnation, partition order by offset
            ) as running_at
        from (
            select
                messages.topic,
                messages.topic_incarnation,
                messages.partition,
                messages.offset,
                if(messages.kafka_at <= messages.landed_at + interval 1 day, messages.kafka_at, null) as ordered_at
            from changefeed.messages as messages
            where messages.batch_id between 1 and 0
        )
    )
    group by topic, topic_incarnation, partition

),

ranges as (

    select
        *,
        cast(null as timestamp) as previous_kafka_at,
        false as is_waiting
    from landed

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
        -- A topic that several feeds claim waits, as one without a feed does: feed_health counts it for each of them.
        cast(if(size(feeds) = 1, 1, 0) as bigint) as decode_batch_id,
        if(size(feeds) = 1, feeds[0], '') as feed,
        topic,
        topic_incarnation,
        partition,
        first_batch_id,
        last_batch_id,
        first_offset,
        last_offset,
        messages,
        last_kafka_at,
        previous_kafka_at,
        late_clocks + if(previous_kafka_at > first_kafka_at, 1, 0) as late_clocks,
        'new' as kind,
        cast(null as string) as retry_reason,
        cast(0 as bigint) as declarations,
        current_timestamp() as opened_at
    from claims
    where size(feeds) = 1 or not is_waiting

)

select * from final;
