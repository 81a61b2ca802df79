select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where true;

select count(*) as read_batches, min(first_batch_id) filter (where kind <> 'retry') as first_batch_id, max(last_batch_id) filter (where kind <> 'retry') as last_batch_id, coalesce(sum(late_clocks), 0) as late_clocks, count_if(kind = 'retry') as retries, array_join(collect_set(if(kind = 'redecode', read_batches.feed, null)), ',') as redecoded_feeds, array_join(collect_set(if(startswith(read_batches.topic, 'changefeed_baseline.'), 'baseline', feeds.dialect)), ',') as dialects, array_join(collect_set(if(kind = 'retry', coalesce(retry_reason, '*'), null)), ',') as retried_reasons, coalesce(max(decode_batch_id), 0) as last_decode_batch_id, (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks) as masks, (select array_join(array_sort(collect_set(feed)), ',') from changefeed.erasures where lifted_at is null) as erased_feeds, (select count(*) from changefeed_internal.erased_messages) as erased_messages from changefeed_internal.read_batches as read_batches left join changefeed.changefeed_feeds as feeds on read_batches.feed = feeds.feed where decode_batch_id > 5 and kind <> 'declared';

select coalesce(max(decode_batch_id), 0) from changefeed_internal.read_batches where kind = 'redecode';

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where true;

select (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks), (select count(*) from changefeed_internal.erased_messages);

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where true;

select feed, min(first_batch_id) from changefeed_internal.read_batches where kind = 'redecode' and decode_batch_id > 5 group by feed order by feed;

insert into changefeed_internal.decoded replace where (feed = 'shop' and batch_id >= 1 and reason is null) or decode_batch_id > 5

-- once: stored.decode_batch_id between 6 and 6
with read_batches as (

    select
        read_batches.decode_batch_id,
        read_batches.topic,
        read_batches.topic_incarnation,
        read_batches.partition,
        read_batches.first_batch_id,
        read_batches.last_batch_id,
        read_batches.previous_kafka_at,
        read_batches.kind,
        read_batches.retry_reason,
        if(startswith(read_batches.topic, 'changefeed_baseline.'), 'baseline', feeds.dialect) as dialect,
        feeds.* except (dialect, options),
        str_to_map(nullif(trim(feeds.options), ''), ' +', '=') as options
    from (
        select * except (nth)
        from (
            select
                *,
                row_number() over (
                    partition by topic, topic_incarnation, partition, kind = 'retry', if(kind = 'retry', 0, first_batch_id)
                    order by kind = 'redecode' desc, decode_batch_id desc
                ) as nth
            from changefeed_internal.read_batches
            where decode_batch_id > 5 and kind <> 'declared'
        )
        where
            nth = 1
            and not (kind = 'retry' and feed in ('shop'))
    ) as read_batches
    inner join changefeed_internal.feed_settings as feeds on read_batches.feed = feeds.feed

),

landed as (

    select *
    from changefeed.messages
    where
        batch_id between 10 and 12

),

messages as (

    select
        landed.*,
        landed.kafka_at as ordered_at,
        read_batches.* except (
            topic, topic_incarnation, partition, first_batch_id, last_batch_id, previous_kafka_at, kind, retry_reason
        )
    from landed
    inner join read_batches
        on
            landed.topic = read_batches.topic
            and landed.topic_incarnation = read_batches.topic_incarnation
            and landed.partition = read_batches.partition
            and landed.batch_id between read_batches.first_batch_id and read_batches.last_batch_id
    where read_batches.kind <> 'retry'

),

texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (
    -- as in dialects/canal.sql
),

envelopes as (
    -- as in dialects/canal.sql
),

terms as (
    -- as in dialects/canal.sql
),

reasoned_messages as (
    -- as in dialects/canal.sql
),

read_messages as (
    -- as in dialects/canal.sql
),

placed_messages as (
    -- as in dialects/baseline.sql
),

judged_messages as (
    -- as in dialects/baseline.sql
end
                then 'key_absent'
        end as reason
    from placed_messages

),

row_changes as (
    -- as in dialects/baseline.sql
),

keyed_changes as (
    -- as in dialects/baseline.sql
),

decoded_changes as (
    -- as in dialects/baseline.sql
),

final as (
    -- as in models/changefeed_decoded/later.sql
)

select * from final;
