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
    -- as in models/changefeed_decoded/redecoded.sql
),

landed as (

    select *
    from changefeed.messages
    where
        batch_id between 10 and 12

),

readable as (

    select *
    from landed
    left anti join changefeed_internal.erased_messages as erased_messages using (topic, topic_incarnation, partition, offset)

),

messages as (

    select
        landed.*,
        landed.kafka_at as ordered_at,
        read_batches.* except (
            topic, topic_incarnation, partition, first_batch_id, last_batch_id, previous_kafka_at, kind, retry_reason
        )
    from readable as landed
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

erasing_key as (

    select
        unhex(array_join(transform(sequence(1, 64), i -> lpad(hex(cast(conv(substr(block, 2 * i - 1, 2), 16, 10) as int) ^ 54), 2, '0')), '')) as mask_inner,
        unhex(array_join(transform(sequence(1, 64), i -> lpad(hex(cast(conv(substr(block, 2 * i - 1, 2), 16, 10) as int) ^ 92), 2, '0')), '')) as mask_outer
    from (
        select rpad(if(octet_length(key) > 64, sha2(key, 256), hex(key)), 128, '0') as block
        from (
            select
                if(
                    octet_length(given) >= 16,
                    cast(given as binary),
                    cast(raise_error('A mask or an erasure hashes values, and there is no key of 16 bytes or more: set CHANGEFEED_MASK_KEY, or CHANGEFEED_MASK_KEY_FILE to a file with the key in its first line (`openssl rand -hex 32`).') as binary)
                ) as key
            from (select coalesce(reflect('java.lang.System', 'getenv', 'CHANGEFEED_MASK_KEY'), '') as given)
        )
    )

),

erased_keys as (

    select distinct
        if(
            key_check = sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast('changefeed' as binary)), 256))), 256),
            hashed_key,
            cast(raise_error('The key that hashes values is another than when rows were erased, so their late copies would not be known: set the earlier one (CHANGEFEED_MASK_KEY, CHANGEFEED_MASK_KEY_FILE).') as string)
        ) as hashed_key
    from changefeed.erasures
    cross join erasing_key
    where lifted_at is null

),

hashed_changes as (

    select
        decoded_changes.*,
        if(feed in ('shop'), if(row_key is null, null, sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast(to_json(array(feed, source_database, source_schema, source_table, row_key)) as binary)), 256))), 256)), null) as hashed_key,
        if(feed in ('shop'), if(previous_row_key is null, null, sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast(to_json(array(feed, source_database, source_schema, source_table, previous_row_key)) as binary)), 256))), 256)), null) as hashed_previous_key
    from decoded_changes
    cross join erasing_key

),

remaining_changes as (

    select
        * except (operation, reason, row_key, previous_row_key, statement, detail, before, after, is_erased),
        if(is_erased, 'erased', operation) as operation,
        if(is_erased, null, reason) as reason,
        if(is_erased, '', row_key) as row_key,
        if(is_erased, null, previous_row_key) as previous_row_key,
        if(is_erased, null, statement) as statement,
        if(is_erased, null, detail) as detail,
        if(is_erased, null, before) as before,
        if(is_erased, null, after) as after
    from (
        select
            hashed_changes.*,
            erased.hashed_key is not null or erased_before.hashed_key is not null as is_erased
        from hashed_changes
        left join erased_keys as erased on hashed_changes.hashed_key = erased.hashed_key
        left join erased_keys as erased_before on hashed_changes.hashed_previous_key = erased_before.hashed_key
    )

),

final as (

    select
        -- as in models/changefeed_decoded/later.sql
    from remaining_changes

    union all

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
        decoder_version,
        is_partial,
        is_before_changed_only,
        transaction_id,
        source_server,
        key_columns,
        source_sequence,
        position,
        statement,
        detail,
        column_types,
        before,
        after
    from (
        select
            erased_messages.* except (feed, decode_batch_id, reference),
            read_batches.feed,
            read_batches.decode_batch_id
        from changefeed_internal.erased_messages as erased_messages
        inner join read_batches as read_batches
            on
                erased_messages.topic = read_batches.topic
                and erased_messages.topic_incarnation = read_batches.topic_incarnation
                and erased_messages.partition = read_batches.partition
                and erased_messages.batch_id between read_batches.first_batch_id and read_batches.last_batch_id
                and read_batches.kind <> 'retry'
    )

)

select * from final;
