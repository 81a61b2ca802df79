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

    select
        *,
        cast(value as string) as value_text,
        if(dialect in ('dts_avro'), false, (
            -- as in dialects/baseline.sql, under (
        )) as has_fractions,
        if(
            -- as in dialects/dts_avro.sql
        ) as avro_payload,
        concat(x'02', unhex(sha2(avro_payload, 256))) as avro_end,
        coalesce(frame_fault, if(dialect in ('dts_avro'), if(length(value) = 0 and not (dialect = 'dts_avro' and length(value) <= 2), 'empty_value', null), case
            -- as in dialects/baseline.sql, under case
        end)) as text_fault
    from unframed_messages

),

avro_records as (
    -- as in dialects/dts_avro.sql
),

parsed_messages as (

    select
        -- as in dialects/debezium_avro.sql
    from avro_records

),

envelopes as (

    select
        * except (dbz_parsed),
        if(if(dialect in ('dts_avro'), false, text_fault is null), coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
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
            when 'dts_avro' then case
                -- as in dialects/dts_avro.sql, under case
            end
        end as dts_record_operation,
        case dialect
            when 'dts_avro' then from_json(nullif(trim(dts_record.tags['pk_uk_info']), ''), 'map<string,array<string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))
        end as dts_record_keys_by_name,
        case dialect
            when 'dts_avro' then transform(split(dts_record.objectName, '[.]'), part -> replace(part, r'\u002E', '.'))
        end as dts_record_name_parts,
        case dialect
            when 'debezium_avro' then if(
                -- as in dialects/debezium.sql, under if(
            )
        end as dbz_sent,
        case dialect
            when 'debezium_avro' then if(has_fractions, if(
                -- as in dialects/debezium.sql, under if(has_fractions, if(
            ), dbz_sent)
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
            when 'debezium_avro' then transform(array(cast(key as string), if(dbz_body.op = 'c', cast(get(filter(headers, header -> header.key = '__debezium.oldkey'), 0).value as string), null)), text -> get(
                -- as in dialects/debezium.sql, under transform(array(cast(key as string), if(dbz_body.op = 'c', c
            ))
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
            when 'debezium_avro' then declared_keys[concat_ws(':',
                    length(coalesce(nullif(coalesce(dbz_source['db'], dbz_body.databaseName), ''), database_override, '')), coalesce(nullif(coalesce(dbz_source['db'], dbz_body.databaseName), ''), database_override, ''),
                    length(coalesce(nullif(coalesce(dbz_source['schema'], dbz_body.schemaName), ''), schema_override, '')), coalesce(nullif(coalesce(dbz_source['schema'], dbz_body.schemaName), ''), schema_override, ''),
                    length(coalesce(dbz_table, '')), coalesce(dbz_table, '')
                )]
        end as dbz_own_key,
        case dialect
            when 'debezium_avro' then exists(array(dbz_body.before, dbz_body.after, dbz_source, dbz_body.transaction), each -> coalesce((size(array_distinct(map_keys(each))) <> size(each)), false)) or if(
                -- as in dialects/debezium.sql, under exists(array(dbz_body.before, dbz_body.after, dbz_source, db
            )), names -> size(array_distinct(names)) <> size(names))
                )
            )
        end as dbz_repeats_a_name,
        case dialect
            when 'debezium_avro' then get(
                -- as in dialects/debezium.sql, under get(
            ) not in ('STRING', 'VOID'), true)
                            )
                        ),
                        false
                    )
                ),
                0
            )
        end as dbz_has_non_string,
        case dialect
            when 'debezium_avro' then if(written_types is null or dbz_body.op is null, null, array(written_types))
        end as dbz_sides,
        case dialect
            when 'debezium_avro' then get(dbz_sides, 0)
        end as dbz_types,
        case dialect
            when 'debezium_avro' then case
                -- as in dialects/debezium.sql, under case
            end
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
            when 'debezium_avro' then case when not dbz_is_row then map_keys(dbz_key_row) when dbz_shown is null then array_except(map_keys(dbz_key_row), array_except(split(concat_ws('|', '__dbz__physicalTableIdentifier', options['key_without']), '[|]'), dbz_key_with)) when arrays_overlap(map_keys(dbz_key_row), concat(map_keys(dbz_shown), dbz_key_with)) then array_intersect(map_keys(dbz_key_row), concat(map_keys(dbz_shown), dbz_key_with)) else map_keys(dbz_key_row) end
        end as dbz_key_columns,
        case dialect
            when 'debezium_avro' then if(dbz_is_row and dbz_own_key is null and size(dbz_key_columns) < size(dbz_key_row), to_json(map_filter(dbz_key_row, (name, text) -> not array_contains(dbz_key_columns, name))), null)
        end as dbz_key_left_out,
        case dialect
            when 'debezium_avro' then array_join(transform(map_values(dbz_shown), text -> left(text, 9)), '') rlike r'^(\{"value":)++\z'
        end as dbz_wraps,
        case dialect
            when 'debezium_avro' then if(dbz_is_load or dbz_operation in ('heartbeat', 'begin', 'commit', 'other'), null, transform(
                -- as in dialects/debezium.sql, under if(dbz_is_load or dbz_operation in ('heartbeat', 'begin', 'c
            )),
                -- as in dialects/debezium.sql
            end, place -> if(place rlike r'^-?[0-9]{1,38}\z', cast(place as decimal(38,0)), null))),
                        places -> if(exists(places, place -> place is null), null, places)
                    )[0]
                )[0]
            )[0])
        end as dbz_sequence,
        case dialect
            when 'debezium_avro' then if(options['unavailable'] is null, null, transform(array(options['unavailable']), w -> concat(array(w, base64(w), lower(hex(w)), concat('{"', w, '":"', w, '"}')), transform(array(w, base64(w), lower(hex(w))), e -> concat('["', e, '"]')), transform(array('', '.0'), e -> concat('[', array_join(transform(regexp_extract_all(hex(w), '..', 0), b -> concat(conv(b, 16, 10), e)), ','), ']'))))[0])
        end as dbz_placeholders,
        case dialect
            when 'debezium_avro' then map_keys(map_filter(
                -- as in dialects/debezium.sql, under map_keys(map_filter(
            ))
        end as dbz_unsent,
        case dialect
            when 'debezium_avro' then if(
                dbz_body.op = 'd',
                if(dbz_own_key is null, dbz_key_row is not null, size(dbz_own_key) > 0)
                and (dbz_body.before is null or coalesce('postgresql' in (dbz_source['connector'], source_kind), false) or size(dbz_unsent) > 0),
                coalesce(size(dbz_unsent) > 0, false)
            )
        end as dbz_is_partial,
        case dialect
            when 'debezium_avro' then case
                when not dbz_is_partial then dbz_body.after
                when size(dbz_own_key) = 0 then transform_values(
                    dbz_body.after, (name, text) -> if(array_contains(dbz_unsent, name), dbz_body.before[name], text)
                )
                else map_filter(dbz_body.after, (name, text) -> not array_contains(dbz_unsent, name))
            end
        end as dbz_after,
        case dialect
            when 'debezium_avro' then case
                -- as in dialects/debezium.sql, under case
            end
        end as dbz_before,
        case dialect
            when 'debezium_avro' then transform(array(dbz_after, dbz_before), row -> if(
                -- as in dialects/debezium.sql, under transform(array(dbz_after, dbz_before), row -> if(
            ))
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
            when value is not null and dialect = 'dts_avro' then case
                -- as in dialects/dts_avro.sql
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
                when 'empty_value' then 'The value has no bytes. A tombstone would have no value at all.'
                when 'left_out_at_landing' then concat('The value was ', substr(cast(value_text as string), 13))
                when 'not_utf8' then 'The value holds bytes that are not UTF-8 text, so its characters cannot be known.'
                when 'lone_surrogate' then 'The value escapes half of a surrogate pair: that is not a character, and reading it would change it silently.'
                when 'wrong_framing' then concat('The value does not begin with the bytes of a schema registry (option framing of this feed), but with ', left(hex(value_text), 32), '.')
                when 'invalid_json' then if(
                    ascii(value_text) = 0,
                    concat(
                        'The value begins with the five bytes of a schema registry (a 0, and ', conv(hex(substr(cast(value_text as binary), 2, 4)), 16, 10), ', the number of its schema). ',
                        if(
                            substr(cast(value_text as binary), 6, 1) = x'7b',
                            if(dialect in ('debezium_avro'), 'Write framing=confluent into the options of this feed.', 'Let the task write plain JSON: value.converter and key.converter are org.apache.kafka.connect.json.JsonConverter.'),
                            'No JSON follows: for Avro declare a dialect whose name ends in _avro.'
                        )
                    ),
                    concat('The value is not one JSON object (broken, cut off, followed by other text, nested deeper than 1,000 levels, or with a name of more than 50,000 characters). It begins: ', left(cast(value_text as string), 80))
                )
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'dts_avro' then case reason
                    -- as in dialects/dts_avro.sql
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
                when 'dts_avro' then coalesce(dts_record_operation, 'other')
                when 'debezium_avro' then dbz_operation
            end as string)
        ) as operation,
        cast(case dialect
            when 'dts_avro' then case when size(dts_record_name_parts) = 2 and options['two_parts'] <=> 'schema_table' then dts_record.tags['l_db_name'] else coalesce(dts_record.tags['l_db_name'], if(dts_record_name_parts[0] = '', null, dts_record_name_parts[0])) end
            when 'debezium_avro' then coalesce(dbz_source['db'], dbz_body.databaseName)
        end as string) as source_database,
        cast(case dialect
            when 'dts_avro' then case when size(dts_record_name_parts) = 2 and options['two_parts'] <=> 'schema_table' then dts_record_name_parts[0] else if(size(dts_record_name_parts) = 3, dts_record_name_parts[1], null) end
            when 'debezium_avro' then coalesce(dbz_source['schema'], dbz_body.schemaName)
        end as string) as source_schema,
        cast(case dialect
            when 'dts_avro' then if(size(dts_record_name_parts) > 1, coalesce(dts_record.tags['l_tb_name'], element_at(dts_record_name_parts, -1)), null)
            when 'debezium_avro' then dbz_table
        end as string) as source_table,
        cast(case if(reason is null, dialect, null)
            when 'dts_avro' then if(dts_record.operation in ('DDL', 'COMMAND'), lower(dts_record.operation), null)
            when 'debezium_avro' then if(dbz_operation in ('ddl', 'truncate') and dbz_body.op is null, 'ddl', null)
        end as string) as statement_kind,
        cast(case if(reason is null, dialect, null)
            when 'dts_avro' then if(try_multiply(dts_record.sourceTimestamp, 1000L) between -62135596800000 and 253402300799999, timestamp_millis(try_multiply(dts_record.sourceTimestamp, 1000L)), null)
            when 'debezium_avro' then coalesce(if(try_cast(dbz_source['ts_us'] as bigint) between -62135596800000000 and 253402300799999999, timestamp_micros(try_cast(dbz_source['ts_us'] as bigint)), null), if(nullif(try_cast(dbz_source['ts_ms'] as bigint), 0) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(dbz_source['ts_ms'] as bigint), 0)), null))
        end as timestamp) as source_at,
        cast(case if(reason is null, dialect, null)
            when 'dts_avro' then if(coalesce(element_at(dts_record.processTimestamps, -1), try_cast(dts_record.tags['readerThroughoutTime'] as bigint)) between -62135596800000 and 253402300799999, timestamp_millis(coalesce(element_at(dts_record.processTimestamps, -1), try_cast(dts_record.tags['readerThroughoutTime'] as bigint))), null)
            when 'debezium_avro' then if(try_cast(dbz_body.ts_ms as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(dbz_body.ts_ms as bigint)), null)
        end as timestamp) as processed_at,
        cast(case if(reason is null, dialect, null)
            when 'dts_avro' then dts_record.operation in ('UPDATE', 'DELETE') and dts_record.is_partial
            when 'debezium_avro' then dbz_is_partial
        end as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(case if(reason is null, dialect, null)
            when 'dts_avro' then coalesce(nullif(nullif(dts_record.sourceTxid, ''), '0'), dts_record.tags['GTID'])
            when 'debezium_avro' then coalesce(dbz_body.transaction['id'], if(dbz_body.status is null, null, dbz_body.id), dbz_source['gtid'], dbz_source['txId'], if(dbz_is_row, dbz_source['commit_ts'], null))
        end as string) as transaction_id,
        cast(case if(reason is null, dialect, null)
            when 'debezium_avro' then nullif(dbz_source['server_id'], '0')
        end as string) as source_server,
        cast(case if(reason is null, dialect, null)
            when 'dts_avro' then if(size(dts_record_keys_by_name['PRIMARY']) > 0, dts_record_keys_by_name['PRIMARY'], null)
            when 'debezium_avro' then dbz_key_columns
        end as array<string>) as key_columns,
        cast(case if(reason is null, dialect, null)
            when 'debezium_avro' then if(options['order'] <=> 'offset' or options['deletes'] <=> 'tombstone', null, if(
                dbz_is_tidb and dbz_body.op <=> 'd' or exists(headers, header -> header.key = '__debezium.newkey'),
                concat(
                    slice(dbz_sequence, 1, size(dbz_sequence) - 1),
                    array(element_at(dbz_sequence, -1) - 1, 1)
                ),
                dbz_sequence
            ))
        end as array<decimal(38,0)>) as source_sequence,
        cast(case if(reason is null, dialect, null)
            when 'dts_avro' then if(dts_record.is_row, null, nullif(dts_record.statement, ''))
            when 'debezium_avro' then nullif(dbz_body.ddl, '')
        end as string) as statement,
        cast(case dialect
            when 'debezium_avro' then dbz_key_left_out
        end as string) as key_left_out,
        cast(case if(reason is null, dialect, null)
            when 'dts_avro' then dts_record.column_types
            when 'debezium_avro' then coalesce(nullif(dbz_body.tableChanges, '[]'), to_json(dbz_types))
        end as string) as column_types,
        cast(case if(reason is null, dialect, null)
            when 'dts_avro' then dts_record.after_rows
            when 'debezium_avro' then if(dbz_body.op = 'd', array(), slice(dbz_images, 1, 1))
        end as array<map<string,string>>) as after_rows,
        cast(case if(reason is null, dialect, null)
            when 'dts_avro' then dts_record.before_rows
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
);
