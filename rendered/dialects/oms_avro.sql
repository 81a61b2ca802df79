texts as (

    select
        *,
        if(
            dialect in ('oms_avro'),
            case coalesce(options['framing'], case dialect when 'oms_avro' then 'none' end)
                when 'none' then value
                when 'confluent' then if(startswith(value, x'00') and length(value) >= 5, substring(value, 6), null)
                when 'single_object' then if(startswith(value, x'c301') and length(value) >= 10, substring(value, 11), null)
            end,
            null
        ) as avro_payload,
        concat(x'02', unhex(sha2(avro_payload, 256))) as avro_end,
        if(length(value) = 0, 'empty_value', null) as text_fault
    from messages

),

avro_records as (

    select
        * except (avro_payload, avro_end),
        avro_payload is not null as is_framed,
        case
            when avro_payload is not null and dialect in ('oms_avro') then coalesce(
                -- as in dialects/dts_avro.sql, under when avro_payload is not null and dialect in ('dts_avro') th
            )
        end as dts_record
    from texts

),

parsed_messages as (

    select
        *
    from avro_records

),

envelopes as (

    select
        *
    from parsed_messages

),

terms as (

    select
        *,
        case
            -- as in dialects/dts_avro.sql
        end as dts_record_operation,
        from_json(nullif(trim(dts_record.tags['pk_uk_info']), ''), 'map<string,array<string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')) as dts_record_keys_by_name,
        transform(split(dts_record.objectName, '[.]'), part -> replace(part, r'\u002E', '.')) as dts_record_name_parts,
        concat_ws(':',
                length(coalesce(nullif(if(size(dts_record_name_parts) = 3, dts_record_name_parts[1], dts_record_name_parts[0]), ''), database_override, '')), coalesce(nullif(if(size(dts_record_name_parts) = 3, dts_record_name_parts[1], dts_record_name_parts[0]), ''), database_override, ''),
                length(coalesce(schema_override, '')), coalesce(schema_override, ''),
                length(coalesce(if(size(dts_record_name_parts) > 1, coalesce(dts_record.tags['l_tb_name'], element_at(dts_record_name_parts, -1)), null), '')), coalesce(if(size(dts_record_name_parts) > 1, coalesce(dts_record.tags['l_tb_name'], element_at(dts_record_name_parts, -1)), null), '')
            ) as dts_record_table_key,
        coalesce(declared_keys[dts_record_table_key], dts_record_keys_by_name['PRIMARY']) as dts_record_record_keys,
        case dts_record.operation when 'UPDATE' then get(dts_record.after_rows, 0) when 'DELETE' then get(dts_record.before_rows, 0) end as dts_record_row,
        if(exists(map_values(dts_record_row), text -> text is null), from_json(dts_record.column_types, 'map<string,string>'), null) as dts_record_types,
        if(
            coalesce(options['lob_mode'], '') <> 'complete' and size(dts_record_record_keys) > 0,
            map_keys(map_filter(
                dts_record_row,
                (name, text) -> text is null
                    and get(dts_record.before_rows, 0)[name] is null
                    and not array_contains(dts_record_record_keys, name)
                    and (
                        declared_types[dts_record_table_key][name] is null and coalesce(dts_record_types[name] rlike r'^([0-9]+|null)\z', true)
                        or exists(array(declared_types[dts_record_table_key][name], replace(dts_record_types[name], '_', '')), type -> lower(regexp_extract(type, '^[^( ]*', 0)) in (
                'tinytext', 'text', 'mediumtext', 'longtext', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'json',
                'geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection',
                'geomcollection', 'clob', 'nclob', 'xmltype', 'sdo_geometry'
            ))
                    )
            )),
            array()
        ) as dts_record_unsent
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value is not null and dialect = 'oms_avro' then case
                when not is_framed then 'wrong_framing'
                when dts_record is null then 'invalid_avro'
                when dts_record.source.version <> 'OBMySQL' then 'wrong_dialect'
                when not dts_record.are_names_utf8 then 'not_utf8'
                when size(dts_record_name_parts) > 3 or array_contains(dts_record_name_parts, '') then 'name_unreadable'
                when dts_record.is_row and (dts_record.columns_size is null or (dts_record.before_size is null) = (dts_record.operation in ('UPDATE', 'DELETE')) or (dts_record.after_size is null) = (dts_record.operation <> 'DELETE')) then 'images_missing'
                when dts_record.is_row and not dts_record.are_columns_distinct then 'duplicate_name'
                when dts_record.is_row and (dts_record.before_size <> dts_record.columns_size or dts_record.after_size <> dts_record.columns_size) then 'columns_mismatch'
                when startswith(dts_record.unfit, cast(x'ff636861727365743a20' as string)) then 'unknown_charset'
                when dts_record.unfit is not null then 'unreadable_value'
                when dts_record.is_row and nullif(trim(dts_record.tags['pk_uk_info']), '') is not null and (dts_record_keys_by_name is null or (size(array_distinct(map_keys(dts_record_keys_by_name))) <> size(dts_record_keys_by_name)) or flatten(map_values(dts_record_keys_by_name)) is null) then 'keys_unreadable'
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
            case reason
                -- as in dialects/dts_avro.sql
            end,
            case dialect
                when 'oms_avro' then case reason
                    when 'wrong_framing' then concat('The value does not begin with the bytes of the framing ', coalesce(options['framing'], case dialect when 'oms_avro' then 'none' end), '. It has ', length(value), ' bytes and begins with ', hex(left(value, 16)), '. ', 'Check the option framing of this feed in seeds/changefeed_feeds.csv: none, confluent.')
                    when 'invalid_avro' then concat('The value is not one whole Avro record of the schema Record of DTS, with or without bornTimestamp', ' (cut off, followed by more bytes, or written with another schema). It has ', length(value), ' bytes and begins with ', hex(left(value, 16)), '. ', 'Check the options of this feed in seeds/changefeed_feeds.csv, and the schema with which the task writes.')
                    when 'wrong_dialect' then concat('A record of OMS has the source version OBMySQL; here it is ', dts_record.source.version, '. Check the dialect of this feed in seeds/changefeed_feeds.csv: dts_avro.')
                    when 'not_utf8' then 'A name in the record, or what it says beside its values, holds bytes that are no UTF-8, so its characters cannot be known.'
                    when 'name_unreadable' then concat('The objectName ', dts_record.objectName, ' is not database, database.table or database.schema.table.')
                    when 'images_missing' then concat(coalesce(dts_record.objectName, '(no table)'), ': an ', dts_record.operation, ' of OMS has fields and ', case dts_record.operation when 'UPDATE' then 'both images' when 'DELETE' then 'the image before it only' else 'the image after it only' end, '; this one has not.')
                    when 'duplicate_name' then concat(coalesce(dts_record.objectName, '(no table)'), ': the fields name a column more than once.')
                    when 'columns_mismatch' then concat(coalesce(dts_record.objectName, '(no table)'), ': the record names ', dts_record.columns_size, ' columns, and its images have ', concat_ws(' and ', dts_record.before_size, dts_record.after_size), ' values: which belongs to which cannot be known.')
                    when 'unknown_charset' then concat(coalesce(dts_record.objectName, '(no table)'), ': a text is in the character set ', substring(dts_record.unfit, 11), ', which is not known here. Tell us what it is; nothing was decoded.')
                    when 'unreadable_value' then concat(coalesce(dts_record.objectName, '(no table)'), ': the value of ', coalesce(get(map_keys(dts_record.before_rows[0]), cast(nullif(array_position(map_values(dts_record.before_rows[0]), dts_record.unfit), 0) - 1 as int)), get(map_keys(dts_record.after_rows[0]), cast(nullif(array_position(map_values(dts_record.after_rows[0]), dts_record.unfit), 0) - 1 as int))), ' has no one meaning: its bytes are not of its character set (UTF-8 where it has none), parts of a date or time do not fit each other, or it is EmptyObject.NULL. If it has a fraction of a second: from ', dts_record.source.sourceType, ' the feed may have to say fraction=micros or fraction=nanos in its options.')
                    when 'keys_unreadable' then concat(coalesce(dts_record.objectName, '(no table)'), ': the tag pk_uk_info is not an object of lists of columns: ', dts_record.tags['pk_uk_info'])
                end
            end
        ) as detail,
        if(
            value is null and not false,
            'other',
            cast(if(reason is null, coalesce(dts_record_operation, 'other'), null) as string)
        ) as operation,
        cast(if(size(dts_record_name_parts) = 3, dts_record_name_parts[1], dts_record_name_parts[0]) as string) as source_database,
        cast(null as string) as source_schema,
        cast(if(size(dts_record_name_parts) > 1, coalesce(dts_record.tags['l_tb_name'], element_at(dts_record_name_parts, -1)), null) as string) as source_table,
        cast(if(reason is null, if(dts_record.operation in ('DDL', 'COMMAND'), lower(dts_record.operation), null), null) as string) as statement_kind,
        cast(if(reason is null, if(try_multiply(dts_record.sourceTimestamp, 1000L) between -62135596800000 and 253402300799999, timestamp_millis(try_multiply(dts_record.sourceTimestamp, 1000L)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(coalesce(element_at(dts_record.processTimestamps, -1), try_cast(dts_record.tags['readerThroughoutTime'] as bigint)) between -62135596800000 and 253402300799999, timestamp_millis(coalesce(element_at(dts_record.processTimestamps, -1), try_cast(dts_record.tags['readerThroughoutTime'] as bigint))), null), null) as timestamp) as processed_at,
        cast(if(reason is null, dts_record.operation in ('UPDATE', 'DELETE') and dts_record.is_partial or coalesce(size(dts_record_unsent) > 0 or dts_record.operation = 'DELETE' and size(dts_record_record_keys) > 0 and coalesce(options['lob_mode'], '') <> 'complete', false), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(nullif(nullif(dts_record.sourceTxid, ''), '0'), dts_record.tags['GTID']), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(dts_record_keys_by_name['PRIMARY']) > 0, dts_record_keys_by_name['PRIMARY'], null), null) as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, if(dts_record.is_row, null, nullif(dts_record.statement, '')), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, dts_record.column_types, null) as string) as column_types,
        cast(if(reason is null, if(size(dts_record_unsent) > 0, transform(dts_record.after_rows, row -> if(size(dts_record_unsent) > 0, map_filter(row, (name, text) -> not array_contains(dts_record_unsent, name)), row)), dts_record.after_rows), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(size(dts_record_unsent) > 0, transform(dts_record.before_rows, row -> if(size(dts_record_unsent) > 0, map_filter(row, (name, text) -> not array_contains(dts_record_unsent, name)), row)), dts_record.before_rows), null) as array<map<string,string>>) as before_rows,
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
