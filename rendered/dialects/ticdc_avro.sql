read_frames as (

    select
        *,
        if(
            dialect in ('ticdc_avro'),
            transform(
                -- as in dialects/debezium_avro.sql
            ),
            null
        ) as written
    from messages

),

judged_frames as (

    select
        *,
        case
            when length(value) = 0 then null
            when not dialect in ('ticdc_avro') then if(false and (not startswith(value, x'00') or length(value) < 5), 'wrong_framing', null)
            when value is null then if((dialect = 'ticdc_avro'), written[1].fault, null)
            when written[0] is null then 'wrong_framing'
            when written[0].fault = 'schema_unknown' then 'schema_unknown'
            when written[0].fault = 'invalid_avro' then 'invalid_avro'
            when written[0].fault = 'not_utf8' then 'not_utf8'
        end as frame_fault
    from read_frames

),

unframed_messages as (

    select
        * except (key, value, headers, written),
        case
            when dialect in ('ticdc_avro') then coalesce(cast(if(written[1].fault is null, written[1].text, null) as binary), key)
            else key
        end as key,
        case
            when dialect in ('ticdc_avro') then coalesce(cast(if(written[0].fault is null, written[0].text, null) as binary), value)
            else value
        end as value,
        if(
            dialect in ('ticdc_avro') or false,
            transform(headers, h -> if(h.key = '__debezium.oldkey', struct(h.key as key, case
            when dialect in ('ticdc_avro') then coalesce(cast(if(written[2].fault is null, written[2].text, null) as binary), h.value)
            else h.value
        end as value), h)),
            headers
        ) as headers,
        coalesce(written[0].name, written[1].name) as written_name,
        coalesce(written[0].types, written[1].types) as written_types,
        written[1].fault as key_fault,
        if(written[1].fault = 'schema_unknown', concat(
    'The ', 'Kafka key', ' on topic ', topic, ' was written with the schema ', conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10),
    ', and neither a schema registry nor the folder schemas/ has given it.',
    ' Each run asks the registry (CHANGEFEED_REGISTRY_URL) for schemas that it lacks; or put it into schemas/', conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10), '.avsc.'
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
            text_fault is null and dialect in ('ticdc_avro'),
            from_json(
                -- as in dialects/dataworks_flat.sql
            ),
            null
        ) as ticdc_parsed
    from texts

),

envelopes as (

    select
        * except (ticdc_parsed),
        map_keys(ticdc_parsed.changefeed_message[0]) as names,
        ticdc_parsed.unread is not null as ticdc_is_unread,
        if(
            (
                size(ticdc_parsed.changefeed_message) = 2
                and ticdc_parsed.changefeed_message[1]['changefeed_end'] = '1'
                and if(
                    ticdc_parsed.unread is not null
                    or contains(value_text, 'changefeed_')
                    or contains(value_text, r'\u00'),
                    coalesce(
                        map_keys(from_json(
                            concat('{"value":', value_text, ',"', sha2(value_text, 256), '":1}'),
                            'map<string,string>',
                            map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')
                        )) = array('value', sha2(value_text, 256)),
                        false
                    ),
                    true
                )
            ),
            if(
                has_fractions,
                transform(array(ticdc_parsed.changefeed_message[0]), e -> transform_values(if(
                    contains(array_join(map_keys(e), ''), '\uFDD0') and not (size(array_distinct(map_keys(e))) <> size(e)),
                    transform_keys(e, (name, text) -> if(
                    contains(name, '\uFDD0'),
                    replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                    name
                )),
                    e
                ), (name, text) -> if(
                    contains(text, '\uFDD0'),
                    replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                    text
                )))[0],
                ticdc_parsed.changefeed_message[0]
            ),
            null
        ) as ticdc
    from parsed_messages

),

terms as (

    select
        *,
        transform_values(from_json(cast(key as string), 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), (name, text) -> if(
            startswith(text, '-') and written_types[name] = 'bigint unsigned',
            cast(try_cast(text as decimal(20,0)) + 18446744073709551616 as string),
            text
        )) as ticdc_key_row,
        split(written_name, '[.]') as ticdc_name_parts,
        case
            when value_text is null then if(ticdc_key_row is null, 'other', 'delete')
            when ticdc['_tidb_op'] is null then 'update'
            else case ticdc['_tidb_op'] when 'c' then 'insert' when 'u' then 'update' end
        end as ticdc_operation,
        transform_values(map_filter(ticdc, (name, text) -> not name in ('_tidb_op', '_tidb_commit_ts', '_tidb_commit_physical_time', '_tidb_row_level_checksum', '_tidb_corrupted', '_tidb_checksum_version')), (name, text) -> if(
            startswith(text, '-') and written_types[name] = 'bigint unsigned',
            cast(try_cast(text as decimal(20,0)) + 18446744073709551616 as string),
            text
        )) as ticdc_row,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(coalesce(get(ticdc_name_parts, size(ticdc_name_parts) - 2), ''), ''), database_override, '')), coalesce(nullif(coalesce(get(ticdc_name_parts, size(ticdc_name_parts) - 2), ''), ''), database_override, ''),
                length(coalesce(nullif('', ''), schema_override, '')), coalesce(nullif('', ''), schema_override, ''),
                length(coalesce(element_at(ticdc_name_parts, -1), '')), coalesce(element_at(ticdc_name_parts, -1), '')
            )] as ticdc_declared_key
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'ticdc_avro' then case
                when ticdc is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when ticdc_operation in ('insert', 'update', 'delete') and key_fault is not null and ticdc_declared_key is null and key_fault = 'schema_unknown' then 'schema_unknown'
                when ticdc_operation in ('insert', 'update', 'delete') and key_fault is not null and ticdc_declared_key is null then 'no_key_declared'
                when ticdc_operation is null then 'unknown_operation'
                when size(ticdc_declared_key) = 0 and ticdc_operation in ('update', 'delete') then 'before_missing'
                when ticdc_is_unread then 'wrong_type'
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
                -- as in dialects/maxwell.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'ticdc_avro' then case reason
                    when 'schema_unknown' then concat(key_detail, ' Or declare the key of the table in seeds/changefeed_table_keys.csv.')
                    when 'no_key_declared' then concat('The Kafka key is not one whole Avro record of the schema ', conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10), ': declare the key in seeds/changefeed_table_keys.csv.')
                    when 'unknown_operation' then concat('TiCDC documents no _tidb_op ', ticdc['_tidb_op'], '.')
                    when 'before_missing' then 'The table is declared without a key, and TiCDC sends no row before: declare its key in seeds/changefeed_table_keys.csv.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than ticdc_avro sends: a row, as an object.'
                end
            end
        ) as detail,
        if(
            value_text is null and not (dialect = 'ticdc_avro'),
            'other',
            cast(if(reason is null, ticdc_operation, null) as string)
        ) as operation,
        cast(get(ticdc_name_parts, size(ticdc_name_parts) - 2) as string) as source_database,
        cast(null as string) as source_schema,
        cast(element_at(ticdc_name_parts, -1) as string) as source_table,
        cast(null as string) as statement_kind,
        cast(if(reason is null, if(try_cast(ticdc['_tidb_commit_physical_time'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(ticdc['_tidb_commit_physical_time'] as bigint)), null), null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, ticdc_operation = 'delete', null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, ticdc['_tidb_commit_ts'], null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, map_keys(ticdc_key_row), null) as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, to_json(map_filter(written_types, (name, type) -> not name in ('_tidb_op', '_tidb_commit_ts', '_tidb_commit_physical_time', '_tidb_row_level_checksum', '_tidb_corrupted', '_tidb_checksum_version'))), null) as string) as column_types,
        cast(if(reason is null, if(ticdc_operation = 'delete', array(), array(ticdc_row)), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(ticdc_operation = 'delete', array(ticdc_key_row), array()), null) as array<map<string,string>>) as before_rows,
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
