select count(*) as read_batches, min(first_batch_id) filter (where kind <> 'retry') as first_batch_id, max(last_batch_id) filter (where kind <> 'retry') as last_batch_id, coalesce(sum(late_clocks), 0) as late_clocks, count_if(kind = 'retry') as retries, array_join(collect_set(if(kind = 'redecode', read_batches.feed, null)), ',') as redecoded_feeds, array_join(collect_set(if(startswith(read_batches.topic, 'changefeed_baseline.'), 'baseline', feeds.dialect)), ',') as dialects, array_join(collect_set(if(kind = 'retry', coalesce(retry_reason, '*'), null)), ',') as retried_reasons, coalesce(max(decode_batch_id), 0) as last_decode_batch_id, (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks) as masks, (select array_join(array_sort(collect_set(feed)), ',') from changefeed.erasures where lifted_at is null) as erased_feeds, (select count(*) from changefeed_internal.erased_messages) as erased_messages from changefeed_internal.read_batches as read_batches left join changefeed.changefeed_feeds as feeds on read_batches.feed = feeds.feed where decode_batch_id > 0 and kind <> 'declared';

select (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks), (select count(*) from changefeed_internal.erased_messages);

create or replace table changefeed_internal.decoded

    using delta

    tblproperties ('delta.dataSkippingStatsColumns' = 'feed,topic,batch_id,decode_batch_id,source_table,operation,reason,source_at,kafka_at,position.ordered_at'
    )

      comment '…'

      as

with read_batches as (

    select
        read_batches.decode_batch_id,
        read_batches.topic,
        read_batches.topic_incarnation,
        read_batches.partition,
        read_batches.first_batch_id,
        read_batches.last_batch_id,
        read_batches.previous_kafka_at,
        if(startswith(read_batches.topic, 'changefeed_baseline.'), 'baseline', feeds.dialect) as dialect,
        feeds.* except (dialect, options),
        str_to_map(nullif(trim(feeds.options), ''), ' +', '=') as options
    from (
        select * from changefeed_internal.read_batches
        where decode_batch_id > 0 and kind <> 'declared'
    ) as read_batches
    inner join changefeed_internal.feed_settings as feeds on read_batches.feed = feeds.feed

),

landed as (

    select *
    from changefeed.messages
    where
        batch_id between 10 and 12

),

clocks as (

    select
        landed.topic,
        landed.topic_incarnation,
        landed.partition,
        landed.offset,
        if(landed.kafka_at <= landed.landed_at + interval 1 day, landed.kafka_at, null) as own_at,
        greatest(
            max(if(landed.kafka_at <= landed.landed_at + interval 1 day, landed.kafka_at, null)) over (
                partition by landed.topic, landed.topic_incarnation, landed.partition order by landed.offset
            ),
            read_batches.previous_kafka_at,
            timestamp '1970-01-01'
        ) as ordered_at
    from landed
    inner join read_batches
        on
            landed.topic = read_batches.topic
            and landed.topic_incarnation = read_batches.topic_incarnation
            and landed.partition = read_batches.partition
            and landed.batch_id between read_batches.first_batch_id and read_batches.last_batch_id

),

late_clocks as (

    select * from clocks where own_at is null or own_at < ordered_at

),

messages as (

    select
        landed.*,
        coalesce(late_clocks.ordered_at, landed.kafka_at) as ordered_at,
        read_batches.* except (
            topic, topic_incarnation, partition, first_batch_id, last_batch_id, previous_kafka_at
        )
    from landed
    inner join read_batches
        on
            landed.topic = read_batches.topic
            and landed.topic_incarnation = read_batches.topic_incarnation
            and landed.partition = read_batches.partition
            and landed.batch_id between read_batches.first_batch_id and read_batches.last_batch_id
    left join late_clocks
        on
            landed.topic = late_clocks.topic
            and landed.topic_incarnation = late_clocks.topic_incarnation
            and landed.partition = late_clocks.partition
            and landed.offset = late_clocks.offset

),

unframed_messages as (
    -- as in dialects/canal+maxwell.sql
),

texts as (
    -- as in dialects/maxwell.sql
),

parsed_messages as (
    -- as in dialects/canal+maxwell.sql
),

envelopes as (
    -- as in dialects/canal+maxwell.sql
),

terms as (
    -- as in dialects/canal+maxwell.sql
),

reasoned_messages as (
    -- as in dialects/canal+maxwell.sql
),

read_messages as (
    -- as in dialects/canal+maxwell.sql
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

    select
        feed,
        topic,
        topic_incarnation,
        partition,
        offset,
        message_index,
        step,
        batch_id,
        decode_batch_id,
        dialect,
        source_kind,
        source_database,
        source_schema,
        source_table,
        operation,
        reason,
        statement_kind,
        row_key,
        previous_row_key,
        source_at,
        processed_at,
        kafka_at,
        landed_at,
        current_timestamp() as decoded_at,
        case dialect when 'canal' then 5 when 'maxwell' then 1 end + if(size(key_columns) = 0, 1, 0) as decoder_version,
        is_partial,
        is_before_changed_only,
        transaction_id,
        source_server,
        key_columns,
        source_sequence,
        named_struct(
            'sequence', source_sequence,
            'ordered_at', ordered_at,
            'topic', topic,
            'topic_incarnation', topic_incarnation,
            'partition', partition,
            'offset', offset,
            'message_index', message_index,
            'step', step
        ) as position,
        statement,
        detail,
        column_types,
        before,
        after
    from decoded_changes

)

select * from final;
