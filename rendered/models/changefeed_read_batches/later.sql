select 'changefeed_internal.read_batches' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0), coalesce(n3, 0), coalesce(n4, 0), coalesce(n5, 0)) as numbers from (select max(last_batch_id) as n1, max(decode_batch_id) as n2, max(if(feed = '', 1, 0)) as n3, max(declarations) as n4, max(decode_batch_id) filter (where kind = 'redecode') as n5 from changefeed_internal.read_batches)
union all
select 'changefeed_internal.decoded' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select max(decode_batch_id) as n1 from changefeed_internal.decoded)
union all
select 'changefeed_internal.statements' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(decode_batch_id) as n1, count(*) as n2 from changefeed_internal.statements)
union all
select 'changefeed_internal.source_tables' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select max(decode_batch_id) as n1 from changefeed_internal.source_tables)
union all
select 'changefeed_internal.sent_types' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(decode_batch_id) as n1, count(*) as n2 from changefeed_internal.sent_types)
union all
select 'changefeed_internal.source_epochs' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(decode_batch_id) as n1, count(*) filter (where since is not null) as n2 from changefeed_internal.source_epochs)
union all
select 'changefeed_internal.concurrent_changes' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(ranked_batch_id) as n1, count(*) filter (where what = 'rank') as n2 from changefeed_internal.concurrent_changes)
union all
select 'changefeed_internal.table_reloads' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(decode_batch_id) as n1, count(*) filter (where feed <> '') as n2 from changefeed_internal.table_reloads)
union all
select 'changefeed_internal.event_actions' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select count(*) filter (where action <> 'create_table') as n1 from changefeed_internal.event_actions)
union all
select 'changefeed_internal.redefined_keys' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0), coalesce(n3, 0)) as numbers from (select max(decode_batch_id) as n1, count(*) filter (where what = 'present') as n2, max(decode_batch_id) filter (where what = 'seen') as n3 from changefeed_internal.redefined_keys)
union all
select 'changefeed_internal.refold_requests' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(decode_batch_id) as n1, max(decode_batch_id) filter (where reason is not null) as n2 from changefeed_internal.refold_requests)
union all
select 'changefeed_internal.folded_rows' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(applied_batch_id) as n1, max(refold_batch_id) filter (where refold_batch_id is not null) as n2 from changefeed_internal.folded_rows)
union all
select 'changefeed_internal.versions' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(applied_batch_id) as n1, max(refold_batch_id) filter (where refold_batch_id is not null) as n2 from changefeed_internal.versions)
union all
select 'changefeed_internal.restarts' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select count(*) as n1 from changefeed_internal.restarts)
union all
select 'changefeed_internal.sweeps' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select count(*) as n1 from changefeed_internal.sweeps);

select coalesce(max(last_batch_id), 0), coalesce(max(decode_batch_id), 0), coalesce(max(if(feed = '', 1, 0)), 0), coalesce(max(declarations), 0) from changefeed_internal.read_batches where true;

select (select count(*) from changefeed_internal.restarts) + (select count(*) from changefeed_internal.sweeps);

select max(batch_id), count(*) from changefeed.messages where batch_id > 9;

select feed, dialect, history from changefeed_internal.feed_settings order by feed;

insert into changefeed_internal.read_batches by name select * from (

-- once: stored.decode_batch_id > 5 or stored.first_batch_id > 9
with landed as (

    select
        topic,
        topic_incarnation,
        partition,
        cast(10 as bigint) as first_batch_id,
        cast(12 as bigint) as last_batch_id,
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
            where messages.batch_id between 10 and 12
        )
    )
    group by topic, topic_incarnation, partition

),

ranges as (

    select
        landed.*,
        max(read_batches.last_kafka_at) as previous_kafka_at,
        false as is_waiting
    from landed
    left join changefeed_internal.read_batches as read_batches
        on
            read_batches.kind = 'new'
            and landed.topic = read_batches.topic
            and landed.topic_incarnation = read_batches.topic_incarnation
            and landed.partition = read_batches.partition
            and landed.first_offset > read_batches.last_offset
    group by all

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
        cast(if(size(feeds) = 1, 6, 0) as bigint) as decode_batch_id,
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

select * from final) where (select count(*) from changefeed_internal.read_batches as stored where stored.decode_batch_id > 5 or stored.first_batch_id > 9) = 0;
