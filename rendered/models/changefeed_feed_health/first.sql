create or replace view changefeed.feed_health (
    `feed` comment '…',
    `dialect` comment '…',
    `messages` comment '…',
    `decoded` comment '…',
    `quarantined` comment '…',
    `quarantined_by_reason` comment '…',
    `changes` comment '…',
    `statements_not_understood` comment '…',
    `statements_not_understood_by_table` comment '…',
    `ambiguous_nulls` comment '…',
    `shared_keys` comment '…',
    `rows_not_found` comment '…',
    `times_ahead` comment '…',
    `contested_topics` comment '…',
    `lost_offsets` comment '…',
    `held_partitions` comment '…',
    `transaction_seconds` comment '…',
    `compacted_topics` comment '…',
    `ahead_seconds` comment '…',
    `last_source_at` comment '…',
    `last_kafka_at` comment '…',
    `last_run_at` comment '…',
    `lag_seconds` comment '…',
    `unread_seconds` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

with messages as (

    select
        feed,
        sum(messages) as messages,
        max(last_kafka_at) as last_kafka_at,
        max(opened_at) as last_run_at
    from changefeed_internal.read_batches
    where kind = 'new' and feed <> ''
    group by feed

),

changes as (

    select
        feed,
        map_from_entries(sort_array(collect_list(struct(operation, n)))) as changes,
        sum(ambiguous_nulls) as ambiguous_nulls,
        sum(times_ahead) as times_ahead,
        max(last_source_at) as last_source_at,
        max(last_landed_at) as last_landed_at
    from (
        select
            decoded.feed,
            decoded.operation,
            count(*) as n,
            coalesce(sum(case decoded.dialect
                when 'oms_canal' then if(
                    decoded.operation = 'update' and decoded.after is not null and coalesce(str_to_map(nullif(trim(feeds.options), ''), ' +', '=')['lob_mode'], '') <> 'complete',
                    size(array_except(
                        map_keys(map_filter(decoded.after, (name, text) -> text is null)),
                        concat(coalesce(json_object_keys(decoded.column_types), array()), coalesce(map_keys(decoded.before), array()))
                    )),
                    0
                )
                when 'oms_dataworks' then if(
                    decoded.operation = 'update' and decoded.after is not null and true and coalesce(str_to_map(nullif(trim(feeds.options), ''), ' +', '=')['lob_mode'], '') <> 'complete',
                    size(array_except(
                        map_keys(map_filter(decoded.after, (name, text) -> text is null)),
                        concat(
                            coalesce(json_object_keys(decoded.column_types), array()),
                            coalesce(map_keys(map_filter(decoded.before, (name, text) -> text is not null)), array())
                        )
                    )),
                    0
                )
                when 'oms_default' then if(
                    decoded.operation = 'update' and decoded.after is not null and size(decoded.key_columns) = 0 and coalesce(str_to_map(nullif(trim(feeds.options), ''), ' +', '=')['lob_mode'], '') <> 'complete',
                    size(array_except(
                        map_keys(map_filter(decoded.after, (name, text) -> text is null)),
                        concat(
                            coalesce(json_object_keys(decoded.column_types), array()),
                            coalesce(map_keys(map_filter(decoded.before, (name, text) -> text is not null)), array())
                        )
                    )),
                    0
                )
                when 'oms_default_extend' then if(
                    -- as in models/changefeed_feed_health/first.sql, under when 'oms_default' then if(
                )
                when 'oms_shareplex' then if(
                    -- as in models/changefeed_feed_health/first.sql, under when 'oms_default' then if(
                )
                when 'oms_avro' then if(
                    -- as in models/changefeed_feed_health/first.sql, under when 'oms_default' then if(
                )
                when 'oms_debezium' then if(
                    -- as in models/changefeed_feed_health/first.sql, under when 'oms_default' then if(
                )
                when 'oms_debezium_flatten' then if(
                    -- as in models/changefeed_feed_health/first.sql, under when 'oms_default' then if(
                )
                when 'oms_debezium_smt' then if(
                    decoded.operation = 'update' and decoded.after is not null and coalesce(str_to_map(nullif(trim(feeds.options), ''), ' +', '=')['lob_mode'], '') <> 'complete',
                    size(array_except(
                        map_keys(map_filter(decoded.after, (name, text) -> text is null)),
                        coalesce(json_object_keys(decoded.column_types), array())
                    )),
                    0
                )
                else 0
            end), 0) as ambiguous_nulls,
            count_if(
                decoded.kafka_at is not null and if(decoded.kafka_at <= decoded.landed_at + interval 1 day, decoded.kafka_at, null) is null
            ) as times_ahead,
            max(decoded.source_at) as last_source_at,
            max(decoded.landed_at) as last_landed_at
        from changefeed_internal.decoded as decoded
        inner join changefeed_internal.feed_settings as feeds on decoded.feed = feeds.feed
        where decoded.reason is null
        group by decoded.feed, decoded.operation
    )
    group by feed

),

quarantined as (

    select
        feed,
        sum(n) as quarantined,
        map_from_entries(sort_array(collect_list(struct(reason, n)))) as quarantined_by_reason
    from (
        select
            feed,
            reason,
            count(*) as n
        from changefeed.quarantine
        where resolved_at is null
        group by feed, reason
    )
    group by feed

),

-- EXCHANGE PARTITION names a second table, which the message does not.
not_understood as (

    select
        feed,
        array_distinct(array_compact(array(
            nullif(concat_ws('.', nullif(source_database, ''), nullif(source_schema, ''), nullif(source_table, '')), ''),
            nullif(regexp_replace(regexp_extract(statement, r'(?is)\A(?>.*?\bexchange\s)(?>.*?\swith\s++table\s++)([^\s;]++)', 1), '[`"]', ''), '')
        ))) as tables
    from changefeed.table_events
    where
        not is_understood and (operation <> 'truncate' or statement is not null)
        or exists(other_spellings, each -> size(each.tables) > 1)

),

statements as (

    select
        feed,
        count(*) as statements_not_understood
    from not_understood
    group by feed

),

statements_by_table as (

    select
        feed,
        map_from_entries(sort_array(collect_list(struct(table, n)))) as statements_not_understood_by_table
    from (
        select
            feed,
            table,
            count(*) as n
        from not_understood
        lateral view explode(tables) as table
        group by feed, table
    )
    group by feed

),

-- Rows of several Kafka keys that became one row: the fields in which the keys differ are no columns and were left out.
keys as (

    select
        feed,
        count(*) as shared_keys
    from (
        select feed
        from changefeed_internal.decoded
        where reason is null and detail is not null
        group by feed, source_database, source_schema, source_table, row_key
        having count(distinct detail) > 1
    )
    group by feed

),

-- What Kafka no longer had, or could not send, and a user gave up.
lost as (

    select
        feeds.feed,
        sum(ranges.last_offset - ranges.first_offset + 1) as lost_offsets
    from changefeed_internal.lost_ranges as ranges
    inner join changefeed_internal.feed_settings as feeds on ranges.topic rlike feeds.topics_pattern
    group by feeds.feed

),

kafka_faults as (

    select
        feeds.feed,
        count_if(faults.reason not in ('open_transaction', 'compacted')) as held_partitions,
        timestampdiff(
            second, min(faults.since) filter (where faults.reason = 'open_transaction'), current_timestamp()
        ) as transaction_seconds,
        count_if(faults.reason = 'compacted') as compacted_topics
    from changefeed_internal.kafka_faults as faults
    inner join changefeed_internal.feed_settings as feeds on faults.topic rlike feeds.topics_pattern
    group by feeds.feed

),

not_found as (

    select
        rows.feed,
        sum(rows.copies_missed) as rows_not_found
    from changefeed_internal.folded_rows as rows
    left join changefeed_internal.table_actions as actions
        using (feed, source_database, source_schema, source_table)
    where rows.copies_missed > 0 and not (
        coalesce(rows.position < coalesce(element_at(actions.last_reset_by_partition, concat_ws('/', rows.position.topic, rows.position.topic_incarnation, rows.position.partition)), actions.last_reset).position, false)
        or coalesce(rows.position.ordered_at < actions.swept_before, false)
    )
    group by rows.feed

),

-- What has landed, and no run has read.
landed as (

    select
        topic,
        min(landed_at) as landed_at
    from changefeed.messages
    where batch_id > (select coalesce(max(last_batch_id), 0) from changefeed_internal.read_batches)
    group by topic

),

unread as (

    select
        feeds.feed,
        timestampdiff(second, min(landed.landed_at), current_timestamp()) as unread_seconds
    from landed
    inner join changefeed_internal.feed_settings as feeds on landed.topic rlike feeds.topics_pattern
    group by feeds.feed

),

-- Topics that this feed and another one claim: neither reads them.
contested as (

    select
        feed,
        count(*) as contested_topics
    from (
        select
            feeds.feed,
            count(*) over (partition by read_batches.topic) as feeds
        from (
            select distinct topic
            from changefeed_internal.read_batches
            where feed = ''
        ) as read_batches
        inner join changefeed_internal.feed_settings as feeds on read_batches.topic rlike feeds.topics_pattern
    )
    where feeds > 1
    group by feed

),

final as (

    select
        feeds.feed,
        feeds.dialect,
        coalesce(messages.messages, 0) as messages,
        coalesce(messages.messages, 0) - coalesce(quarantined.quarantined, 0) as decoded,
        coalesce(quarantined.quarantined, 0) as quarantined,
        quarantined.quarantined_by_reason,
        changes.changes,
        coalesce(statements.statements_not_understood, 0) as statements_not_understood,
        statements_by_table.statements_not_understood_by_table,
        coalesce(changes.ambiguous_nulls, 0) as ambiguous_nulls,
        coalesce(keys.shared_keys, 0) as shared_keys,
        coalesce(not_found.rows_not_found, 0) as rows_not_found,
        coalesce(changes.times_ahead, 0) as times_ahead,
        coalesce(contested.contested_topics, 0) as contested_topics,
        coalesce(lost.lost_offsets, 0) as lost_offsets,
        coalesce(kafka_faults.held_partitions, 0) as held_partitions,
        kafka_faults.transaction_seconds,
        coalesce(kafka_faults.compacted_topics, 0) as compacted_topics,
        greatest(timestampdiff(second, current_timestamp(), changes.last_landed_at), 0) as ahead_seconds,
        changes.last_source_at,
        messages.last_kafka_at,
        messages.last_run_at,
        timestampdiff(second, changes.last_source_at, current_timestamp()) as lag_seconds,
        unread.unread_seconds
    from changefeed_internal.feed_settings as feeds
    left join messages using (feed)
    left join changes using (feed)
    left join quarantined using (feed)
    left join lost using (feed)
    left join kafka_faults using (feed)
    left join statements using (feed)
    left join statements_by_table using (feed)
    left join keys using (feed)
    left join not_found using (feed)
    left join unread using (feed)
    left join contested using (feed)

)

select * from final;
