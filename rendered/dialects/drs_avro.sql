texts as (

    select
        *,
        if(
            dialect in ('drs_avro'),
            case coalesce(options['framing'], case dialect when 'drs_avro' then 'single_object' end)
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
            when avro_payload is not null and dialect in ('drs_avro') then coalesce(
                if(options['schema'] = 'drs_demo', aggregate(array(), from_avro(concat(avro_payload, avro_end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"type": "record", "name": "Record", "namespace": "changefeed.demo", "doc": "A record as a public sample reads those of Huawei DRS; not Huawei\'s own schema, which comes with its console.", "fields": [{"name": "version", "type": "int"}, {"name": "seqno", "type": "long"}, {"name": "shardId", "type": "long"}, {"name": "eventid", "type": "string"}, {"name": "updateTimestamp", "type": "long"}, {"name": "tableName", "type": ["null", "string"]}, {"name": "operation", "type": {"type": "enum", "name": "Operation", "symbols": ["INSERT", "UPDATE", "DELETE", "BEGIN", "COMMIT", "DDL"]}}, {"name": "columnCount", "type": "int"}, {"name": "fields", "type": ["null", {"type": "array", "items": {"type": "record", "name": "Field", "fields": [{"name": "name", "type": "string"}, {"name": "type", "type": "string"}]}}]}, {"name": "beforeImages", "type": ["null", {"type": "array", "items": ["null", {"type": "record", "name": "Text", "fields": [{"name": "value", "type": "string"}]}, {"type": "record", "name": "Bytes", "fields": [{"name": "value", "type": "bytes"}]}, {"type": "record", "name": "Number", "fields": [{"name": "value", "type": ["int", "long"]}]}]}]}, {"name": "afterImages", "type": ["null", {"type": "array", "items": ["null", "Text", "Bytes", "Number"]}]}]}},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> if(read.end = left(avro_end, 32), if(
                    read.message is null,
                    null,
                    named_struct(
                        'operation', read.message.operation,
                        'table_name', read.message.tableName,
                        'updated_at', try_cast(cast(read.message.updateTimestamp as string) as bigint),
                        'columns', transform(read.message.fields, each -> each.name),
                        'before', transform(read.message.beforeImages, each -> coalesce(each.member0.value, base64(each.member1.value), cast(each.member2.value as string))),
                        'after', transform(read.message.afterImages, each -> coalesce(each.member0.value, base64(each.member1.value), cast(each.member2.value as string)))
                    )
                ), null)), null)
            )
        end as drs_record
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
        drs_record.operation in ('INSERT', 'UPDATE', 'DELETE') as drs_record_is_row,
        if(
            drs_record.table_name rlike r'^"[^"]*"(?:[.]"[^"]*+")*+\z',
            split(substring(drs_record.table_name, 2, length(drs_record.table_name) - 2), '"[.]"'),
            split(drs_record.table_name, '[.]')
        ) as drs_record_name_parts
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value is not null and dialect = 'drs_avro' then case
                when not is_framed then 'wrong_framing'
                when (case options['schema'] when 'drs_demo' then '' end) is null then 'schema_missing'
                when coalesce(options['framing'], case dialect when 'drs_avro' then 'single_object' end) = 'single_object' and hex(substring(value, 3, 8)) <> (case options['schema'] when 'drs_demo' then '' end) then 'wrong_schema'
                when drs_record is null then 'invalid_avro'
                when not is_valid_utf8(concat_ws(' ', drs_record.table_name, drs_record.operation, drs_record.columns, drs_record.before, drs_record.after)) then 'not_utf8'
                when not drs_record_is_row and drs_record.columns is not null or drs_record.operation is null then 'unknown_operation'
                when drs_record_is_row and (size(drs_record_name_parts) > 3 or exists(drs_record_name_parts, part -> part = '')) then 'name_unreadable'
                when drs_record_is_row and (drs_record.columns is null or exists(drs_record.columns, column -> column is null) or (drs_record.operation <> 'INSERT' and drs_record.before is null) or (drs_record.operation <> 'DELETE' and drs_record.after is null)) then 'images_missing'
                when drs_record_is_row and size(array_distinct(drs_record.columns)) <> size(drs_record.columns) then 'duplicate_name'
                when drs_record_is_row and exists(array(drs_record.before, drs_record.after), image -> size(image) > 0 and size(image) <> size(drs_record.columns)) or (drs_record.operation <> 'INSERT' and size(drs_record.before) = 0) or (drs_record.operation <> 'DELETE' and size(drs_record.after) = 0) then 'columns_mismatch'
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
                when 'drs_avro' then case reason
                    when 'wrong_framing' then concat('The value does not begin with the bytes of the framing ', coalesce(options['framing'], case dialect when 'drs_avro' then 'single_object' end), '. It has ', length(value), ' bytes and begins with ', hex(left(value, 16)), '. ', 'Check the option framing of this feed in seeds/changefeed_feeds.csv: single_object, none, confluent.')
                    when 'schema_missing' then concat('This feed names the schema ', coalesce(options['schema'], '(none)'), ', and the folder schemas/ had no file of that name with a sound schema when it was last read. Put the file there, and run `changefeed feeds check`.')
                    when 'wrong_schema' then concat('The record was written with the schema of the fingerprint ', hex(substring(value, 3, 8)), '; the fingerprint of schemas/', options['schema'], '.avsc is ', (case options['schema'] when 'drs_demo' then '' end), '. Get the schema file with which the task writes.')
                    when 'invalid_avro' then concat('The value is not one whole Avro record of the schema in schemas/', options['schema'], '.avsc', ' (cut off, followed by more bytes, or written with another schema). It has ', length(value), ' bytes and begins with ', hex(left(value, 16)), '. ', 'Check the options of this feed in seeds/changefeed_feeds.csv, and the schema with which the task writes.')
                    when 'not_utf8' then 'A name or text in the record holds bytes that are no UTF-8, so its characters cannot be known.'
                    when 'unknown_operation' then concat('The operation ', coalesce(drs_record.operation, '(none)'), ' has fields, and nothing says what it does with them.')
                    when 'name_unreadable' then concat('The tableName ', drs_record.table_name, ' is not table, database.table or database.schema.table.')
                    when 'images_missing' then concat('The ', drs_record.operation, ' of ', coalesce(drs_record.table_name, '(no table)'), ' lacks fields, beforeImages or afterImages.')
                    when 'duplicate_name' then 'The fields name a column more than once.'
                    when 'columns_mismatch' then concat('The record names ', size(drs_record.columns), ' columns, and its images have not as many values: which belongs to which cannot be known.')
                end
            end
        ) as detail,
        if(
            value is null and not false,
            'other',
            cast(if(reason is null, if(drs_record_is_row, lower(drs_record.operation), 'other'), null) as string)
        ) as operation,
        cast(case when size(drs_record_name_parts) = 3 then drs_record_name_parts[0] when size(drs_record_name_parts) = 2 and not (size(drs_record_name_parts) = 3 or source_kind = 'oracle') then drs_record_name_parts[0] end as string) as source_database,
        cast(if(size(drs_record_name_parts) > 1 and (size(drs_record_name_parts) = 3 or source_kind = 'oracle'), element_at(drs_record_name_parts, -2), null) as string) as source_schema,
        cast(if(drs_record_is_row, element_at(drs_record_name_parts, -1), null) as string) as source_table,
        cast(if(reason is null, if(drs_record_is_row, null, lower(drs_record.operation)), null) as string) as statement_kind,
        cast(if(reason is null, if(drs_record.updated_at between -62135596800000 and 253402300799999, timestamp_millis(drs_record.updated_at), null), null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, false, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(null as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, if(drs_record_is_row and drs_record.operation <> 'DELETE', array(map_from_arrays(drs_record.columns, drs_record.after)), array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(drs_record_is_row and drs_record.operation <> 'INSERT', array(map_from_arrays(drs_record.columns, drs_record.before)), array()), null) as array<map<string,string>>) as before_rows,
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
