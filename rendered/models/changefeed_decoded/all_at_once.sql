select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where true;

select count(*) as read_batches, min(first_batch_id) filter (where kind <> 'retry') as first_batch_id, max(last_batch_id) filter (where kind <> 'retry') as last_batch_id, coalesce(sum(late_clocks), 0) as late_clocks, count_if(kind = 'retry') as retries, array_join(collect_set(if(kind = 'redecode', read_batches.feed, null)), ',') as redecoded_feeds, array_join(collect_set(if(startswith(read_batches.topic, 'changefeed_baseline.'), 'baseline', feeds.dialect)), ',') as dialects, array_join(collect_set(if(kind = 'retry', coalesce(retry_reason, '*'), null)), ',') as retried_reasons, coalesce(max(decode_batch_id), 0) as last_decode_batch_id, (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks) as masks, (select array_join(array_sort(collect_set(feed)), ',') from changefeed.erasures where lifted_at is null) as erased_feeds, (select count(*) from changefeed_internal.erased_messages) as erased_messages from changefeed_internal.read_batches as read_batches left join changefeed.changefeed_feeds as feeds on read_batches.feed = feeds.feed where decode_batch_id > 5 and kind <> 'declared';

select name, text, fingerprint, fault from changefeed.schemas order by name;

select name, text, fingerprint, fault from changefeed.schemas order by name;

select name, text, fingerprint, fault from changefeed.schemas order by name;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.read_batches where kind = 'redecode';

insert into changefeed_internal.decoded by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with read_batches as (
    -- as in models/changefeed_decoded/later.sql
),

landed as (

    select *
    from changefeed.messages
    where
        batch_id between 10 and 12

),

clocks as (
    -- as in models/changefeed_decoded/landed.sql
),

late_clocks as (

    select * from clocks where own_at is null or own_at < ordered_at

),

messages as (
    -- as in models/changefeed_decoded/landed.sql
),

read_frames as (
    -- as in dialects/debezium_avro.sql
),

judged_frames as (
    -- as in dialects/debezium_avro.sql
),

unframed_messages as (
    -- as in dialects/debezium_avro.sql
), null) as key_detail,
    -- as in dialects/debezium_avro.sql
),

texts as (
    -- as in dialects/maxwell.sql
),

parsed_messages as (

    select
        *,
        if(
            -- as in dialects/canal.sql
        ) as canal_parsed,
        if(
            -- as in dialects/debezium_avro.sql
        ) as dbz_parsed
    from texts

),

envelopes as (

    select
        * except (canal_parsed, dbz_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        canal_parsed.unread is not null as canal_is_unread,
        if(
            -- as in dialects/canal.sql
        ) as canal,
        dbz_parsed.unread is not null as dbz_is_unread,
        if(
            -- as in dialects/debezium.sql
        ) as dbz
    from parsed_messages

),

terms as (

    select
        *,
        case dialect
            -- as in dialects/canal+maxwell.sql
        end as canal_operation,
        case dialect
            when 'canal' then not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE')
        end as canal_is_row,
        case dialect
            when 'canal' then canal.data
        end as canal_rows,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_sent,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_body,
        case dialect
            when 'debezium_avro' then dbz_body.source
        end as dbz_source,
        case dialect
            when 'debezium_avro' then dbz_source['connector'] <=> 'TiCDC'
        end as dbz_is_tidb,
        case dialect
            when 'debezium_avro' then coalesce(dbz_source['snapshot'], 'false')
        end as dbz_snapshot,
        case dialect
            when 'debezium_avro' then dbz_snapshot not in ('false', 'incremental') or dbz_snapshot = 'false' and dbz_body.op <=> 'r' and coalesce(
                nullif(dbz_source['file'], ''), dbz_source['change_lsn'], nullif(dbz_source['lsn'], '0'), nullif(dbz_source['commit_scn'], '0')
            ) is null
        end as dbz_is_load,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_key_rows,
        case dialect
            when 'debezium_avro' then dbz_key_rows[0]
        end as dbz_key_row,
        case dialect
            when 'debezium_avro' then dbz_key_rows[1]
        end as dbz_old_key_row,
        case dialect
            when 'debezium_avro' then dbz_source['table']
        end as dbz_table,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_own_key,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_repeats_a_name,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_has_non_string,
        case dialect
            when 'debezium_avro' then if(written_types is null or dbz_body.op is null, null, array(written_types))
        end as dbz_sides,
        case dialect
            when 'debezium_avro' then get(dbz_sides, 0)
        end as dbz_types,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_operation,
        case dialect
            when 'debezium_avro' then coalesce(dbz_body.op in ('c', 'r', 'u', 'd'), false)
        end as dbz_is_row,
        case dialect
            when 'debezium_avro' then coalesce(dbz_source['name'] = 'OMS', false) or dbz_operation is null and coalesce(dbz_body.op, dbz_body.status) is null or dbz_is_row and coalesce(size(array_except(map_keys(dbz_source), array('db', 'database', 'schema', 'table'))), 0) <= 0
        end as dbz_is_foreign,
        case dialect
            when 'debezium_avro' then if(dbz_body.op = 'd', dbz_body.before, dbz_body.after)
        end as dbz_shown,
        case dialect
            when 'debezium_avro' then coalesce(split(options['key_with'], '[|]'), array())
        end as dbz_key_with,
        case dialect
            when 'debezium_avro' then if(size(dbz_key_with) = 0, null, map_filter(dbz_key_row, (name, text) -> array_contains(dbz_key_with, name)))
        end as dbz_key_added,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_key_columns,
        case dialect
            when 'debezium_avro' then if(dbz_is_row and dbz_own_key is null and size(dbz_key_columns) < size(dbz_key_row), to_json(map_filter(dbz_key_row, (name, text) -> not array_contains(dbz_key_columns, name))), null)
        end as dbz_key_left_out,
        case dialect
            when 'debezium_avro' then array_join(transform(map_values(dbz_shown), text -> left(text, 9)), '') rlike r'^(\{"value":)++\z'
        end as dbz_wraps,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_sequence,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_placeholders,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_unsent,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_is_partial,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_after,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_before,
        case dialect
            -- as in dialects/dts_avro+debezium_avro.sql
        end as dbz_rows,
        case dialect
            when 'debezium_avro' then if(
                dbz_key_added is null,
                dbz_rows,
                transform(dbz_rows, row -> map_concat(map_filter(dbz_key_added, (name, text) -> not array_contains(map_keys(row), name)), row))
            )
        end as dbz_images,
        case dialect
            when 'debezium_avro' then false
        end as dbz_digits
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'canal' then case
                -- as in dialects/canal.sql
            end
            when value_text is not null and dialect = 'debezium_avro' then case
                -- as in dialects/debezium_avro.sql
            end
        end as reason
    from terms

),

read_messages as (

    select
        feed,
        dialect,
        source_kind,
        topic,
        topic_incarnation,
        partition,
        offset,
        kafka_at,
        landed_at,
        batch_id,
        ordered_at,
        decode_batch_id,
        declared_keys,
        declared_types,
        database_override,
        schema_override,
        reason,
        coalesce(
            frame_detail,
            case reason
                -- as in dialects/dts_avro+debezium_avro.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'canal' then case reason
                    -- as in dialects/canal.sql
                end
                when 'debezium_avro' then case reason
                    -- as in dialects/debezium_avro.sql
                end
            end
        ) as detail,
        if(
            value_text is null and not (dialect = 'debezium_avro' and options['deletes'] <=> 'tombstone' and key is not null),
            'other',
            cast(case if(reason is null, dialect, null)
                when 'canal' then if(canal_is_row and size(canal_rows) = 0, 'other', canal_operation)
                when 'debezium_avro' then dbz_operation
            end as string)
        ) as operation,
        cast(case dialect
            when 'canal' then regexp_replace(canal.database, r'(?s)^`(.*)`\z', '$1')
            when 'debezium_avro' then coalesce(dbz_source['db'], dbz_body.databaseName)
        end as string) as source_database,
        cast(case dialect
            when 'debezium_avro' then coalesce(dbz_source['schema'], dbz_body.schemaName)
        end as string) as source_schema,
        cast(case dialect
            when 'canal' then canal.table
            when 'debezium_avro' then dbz_table
        end as string) as source_table,
        cast(case if(reason is null, dialect, null)
            when 'canal' then if(canal.isDdl or canal.type = 'QUERY', lower(canal.type), null)
            when 'debezium_avro' then if(dbz_operation in ('ddl', 'truncate') and dbz_body.op is null, 'ddl', null)
        end as string) as statement_kind,
        cast(case if(reason is null, dialect, null)
            when 'canal' then if(try_cast(canal.es as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(canal.es as bigint)), null)
            when 'debezium_avro' then coalesce(if(try_cast(dbz_source['ts_us'] as bigint) between -62135596800000000 and 253402300799999999, timestamp_micros(try_cast(dbz_source['ts_us'] as bigint)), null), if(nullif(try_cast(dbz_source['ts_ms'] as bigint), 0) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(dbz_source['ts_ms'] as bigint), 0)), null))
        end as timestamp) as source_at,
        cast(case if(reason is null, dialect, null)
            when 'canal' then if(try_cast(canal.ts as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(canal.ts as bigint)), null)
            when 'debezium_avro' then if(try_cast(dbz_body.ts_ms as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(dbz_body.ts_ms as bigint)), null)
        end as timestamp) as processed_at,
        cast(case if(reason is null, dialect, null)
            when 'canal' then canal.type in ('UPDATE', 'DELETE') and options['absent_means'] <=> 'unchanged'
            when 'debezium_avro' then dbz_is_partial
        end as boolean) as is_partial,
        cast(case if(reason is null, dialect, null)
            when 'canal' then canal.type = 'UPDATE'
        end as boolean) as is_before_changed_only,
        cast(case if(reason is null, dialect, null)
            when 'canal' then nullif(canal.gtid, '')
            when 'debezium_avro' then coalesce(dbz_body.transaction['id'], if(dbz_body.status is null, null, dbz_body.id), dbz_source['gtid'], dbz_source['txId'], if(dbz_is_row, dbz_source['commit_ts'], null))
        end as string) as transaction_id,
        cast(case if(reason is null, dialect, null)
            when 'debezium_avro' then nullif(dbz_source['server_id'], '0')
        end as string) as source_server,
        cast(case if(reason is null, dialect, null)
            when 'canal' then if(size(canal.pkNames) > 0, canal.pkNames, null)
            when 'debezium_avro' then dbz_key_columns
        end as array<string>) as key_columns,
        cast(case if(reason is null, dialect, null)
            -- as in dialects/dts_avro+debezium_avro.sql
        end as array<decimal(38,0)>) as source_sequence,
        cast(case if(reason is null, dialect, null)
            when 'canal' then nullif(canal.sql, '')
            when 'debezium_avro' then nullif(dbz_body.ddl, '')
        end as string) as statement,
        cast(case dialect
            when 'debezium_avro' then dbz_key_left_out
        end as string) as key_left_out,
        cast(case if(reason is null, dialect, null)
            when 'canal' then canal.mysqlType
            when 'debezium_avro' then coalesce(nullif(dbz_body.tableChanges, '[]'), to_json(dbz_types))
        end as string) as column_types,
        cast(case if(reason is null, dialect, null)
            when 'canal' then if(canal.type = 'DELETE', array(), canal_rows)
            when 'debezium_avro' then if(dbz_body.op = 'd', array(), slice(dbz_images, 1, 1))
        end as array<map<string,string>>) as after_rows,
        cast(case if(reason is null, dialect, null)
            when 'canal' then case canal.type when 'UPDATE' then case when size(canal.old) = size(canal.data) then canal.old when size(canal.old) > 0 then array() else transform(canal.data, row -> cast(map() as map<string,string>)) end when 'DELETE' then canal_rows else array() end
            when 'debezium_avro' then if(dbz_before is null, array(), slice(dbz_images, 2, 1))
        end as array<map<string,string>>) as before_rows,
        cast(null as string) as pair_side
    from reasoned_messages

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
        case dialect when 'canal' then 5 when 'debezium_avro' then 2 end + if(size(key_columns) = 0, 1, 0) as decoder_version,
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
