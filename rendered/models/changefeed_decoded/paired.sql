select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where true;

select count(*) as read_batches, min(first_batch_id) filter (where kind <> 'retry') as first_batch_id, max(last_batch_id) filter (where kind <> 'retry') as last_batch_id, coalesce(sum(late_clocks), 0) as late_clocks, count_if(kind = 'retry') as retries, array_join(collect_set(if(kind = 'redecode', read_batches.feed, null)), ',') as redecoded_feeds, array_join(collect_set(if(startswith(read_batches.topic, 'changefeed_baseline.'), 'baseline', feeds.dialect)), ',') as dialects, array_join(collect_set(if(kind = 'retry', coalesce(retry_reason, '*'), null)), ',') as retried_reasons, coalesce(max(decode_batch_id), 0) as last_decode_batch_id, (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks) as masks, (select array_join(array_sort(collect_set(feed)), ',') from changefeed.erasures where lifted_at is null) as erased_feeds, (select count(*) from changefeed_internal.erased_messages) as erased_messages from changefeed_internal.read_batches as read_batches left join changefeed.changefeed_feeds as feeds on read_batches.feed = feeds.feed where decode_batch_id > 5 and kind <> 'declared';

select min(batch_id), max(batch_id) from (select
    feed,
    topic,
    topic_incarnation,
    partition,
    offset,
    max(reason) as reason,
    max(batch_id) as batch_id,
    max(position.ordered_at) as ordered_at
from (
    select sides.*
    from changefeed_internal.decoded as sides
    left anti join changefeed_internal.read_batches as again
        on
            sides.feed = again.feed
            and sides.topic = again.topic
            and sides.topic_incarnation = again.topic_incarnation
            and sides.partition = again.partition
            and sides.offset between again.first_offset and again.last_offset
            and sides.decode_batch_id < again.decode_batch_id
            and again.decode_batch_id <= 5
            and again.kind <> 'new'
            and coalesce(again.retry_reason = sides.reason, true)
    where
        sides.reason = 'unpaired_update'
)
group by feed, topic, topic_incarnation, partition, offset);

select coalesce(max(decode_batch_id), 0) from changefeed_internal.read_batches where kind = 'redecode';

insert into changefeed_internal.decoded by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with read_batches as (
    -- as in models/changefeed_decoded/retried.sql
),

landed as (

    select *
    from changefeed.messages
    where
        batch_id between 10 and 12
        or batch_id between 9 and 9

),

quarantined as (

    select
        feed,
        topic,
        topic_incarnation,
        partition,
        offset,
        max(reason) as reason,
        max(batch_id) as batch_id,
        max(position.ordered_at) as ordered_at
    from (
        -- as in models/changefeed_decoded/paired.sql
    )
    group by feed, topic, topic_incarnation, partition, offset

),

messages as (
    -- as in models/changefeed_decoded/retried.sql
),

texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (
    -- as in dialects/dataworks.sql
),

envelopes as (
    -- as in dialects/dataworks.sql
),

terms as (
    -- as in dialects/dataworks.sql
),

reasoned_messages as (
    -- as in dialects/dataworks.sql
),

read_messages as (
    -- as in dialects/dataworks.sql
),

placed_messages as (
    -- as in dialects/baseline.sql
),

paired_messages as (
    -- as in dialects/dataworks.sql
),

judged_messages as (
    -- as in dialects/baseline.sql
end
                then 'key_absent'
        end as reason
    from paired_messages

),

row_changes as (
    -- as in dialects/dataworks.sql
),

keyed_changes as (
    -- as in dialects/baseline.sql
),

decoded_changes as (
    -- as in dialects/dataworks.sql
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
        case dialect when 'dataworks' then 1 end + if(size(key_columns) = 0, 1, 0) as decoder_version,
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

select * from final) where (select count(*) from changefeed_internal.decoded as stored where stored.decode_batch_id between 6 and 6) = 0;
