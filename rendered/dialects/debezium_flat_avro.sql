read_frames as (

    select
        *,
        if(
            dialect in ('debezium_flat_avro'),
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
            when not dialect in ('debezium_flat_avro') then if(false and (not startswith(value, x'00') or length(value) < 5), 'wrong_framing', null)
            when value is null then if((dialect = 'debezium_flat_avro'), written[1].fault, null)
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
            when dialect in ('debezium_flat_avro') then coalesce(cast(if(written[1].fault is null, written[1].text, null) as binary), key)
            else key
        end as key,
        case
            when dialect in ('debezium_flat_avro') then coalesce(cast(if(written[0].fault is null, written[0].text, null) as binary), value)
            else value
        end as value,
        if(
            dialect in ('debezium_flat_avro') or false,
            transform(headers, h -> if(h.key = '__debezium.oldkey', struct(h.key as key, case
            when dialect in ('debezium_flat_avro') then coalesce(cast(if(written[2].fault is null, written[2].text, null) as binary), h.value)
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
            text_fault is null and dialect in ('debezium_flat_avro'),
            from_json(
                -- as in dialects/dataworks_flat.sql
            ),
            null
        ) as flat_parsed
    from texts

),

envelopes as (
    -- as in dialects/debezium_flat.sql
),

terms as (

    select
        *,
        if(
            -- as in dialects/debezium_flat.sql
        ), 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> transform_values(if(
            contains(array_join(map_keys(sent), ''), '\uFDD0') and not (size(array_distinct(map_keys(sent))) <> size(sent)),
            transform_keys(sent, (name, text) -> if(
            contains(name, '\uFDD0'),
            replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            name
        )),
            sent
        ), (name, text) -> if(
            contains(text, '\uFDD0'),
            replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            text
        )))[0],
            flat
        ) as flat_sent,
        if((size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId'))), from_json(flat['schema'], 'fields array<struct<field:string,type:string,name:string,tidb_type:string,parameters:map<string,string>,items:struct<type:string,name:string,parameters:map<string,string>>>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).fields, null) as flat_columns,
        written_types as flat_types,
        if(map_contains_key(flat_sent, 'source') and startswith(flat_sent['source'], '{'), from_json(flat_sent['source'], 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), null) as flat_envelope,
        get(
            -- as in dialects/debezium_flat.sql
        ) as flat_key_row,
        get(
            -- as in dialects/debezium_flat.sql
        ) as flat_old_key_row,
        coalesce(options['fields_prefix'], '__') as flat_prefix,
        if((size(array_distinct(map_keys(flat_sent))) <> size(flat_sent)), null, transform_keys(map_filter(flat_sent, (name, text) -> startswith(name, flat_prefix)), (name, text) -> substr(name, length(flat_prefix) + 1))) as flat_marked,
        map_from_entries(transform(split('op,table,db,schema,snapshot,file,pos,row,lsn,sequence,commit_lsn,change_lsn,event_serial_no,commit_scn,scn,rs_id,ssn,txId,gtid,server_id', ','), n -> struct(n, coalesce(flat_marked[concat('source_', n)], flat_marked[n], if(n in ('op', 'table', 'db', 'schema'), cast(element_at(filter(headers, header -> header.key = concat(coalesce(options['headers_prefix'], '__'), n)), -1).value as string), null))))) as flat_added,
        map_filter(flat_sent, (name, text) -> name <> '__deleted' and (not startswith(name, flat_prefix) or not substr(name, length(flat_prefix) + 1) rlike r'^((source_)?(op|table|db|schema|snapshot|file|pos|row|lsn|sequence|commit_lsn|change_lsn|event_serial_no|commit_scn|scn|rs_id|ssn|txId|gtid|server_id|ts_ms|ts_us|ts_ns|connector|name|version|server_id)|source_[A-Za-z_]+|transaction_[A-Za-z_]+)\z')) as flat_row,
        if(
            -- as in dialects/debezium_flat.sql
        ) not in ('STRING', 'VOID'), true)
                )
            ),
            false
        ) as flat_has_non_string,
        coalesce(flat_envelope['table'], flat_added['table'], element_at(split(topic, '[.]'), -1)) as flat_table,
        coalesce(flat_envelope['schema'], flat_added['schema'], if(source_kind in ('mysql', 'mariadb'), null, get(split(topic, '[.]'), size(split(topic, '[.]')) - 2))) as flat_schema,
        coalesce(flat_envelope['db'], flat_added['db'], case when source_kind in ('mysql', 'mariadb') then get(split(topic, '[.]'), size(split(topic, '[.]')) - 2) when source_kind = 'sqlserver' then get(split(topic, '[.]'), size(split(topic, '[.]')) - 3) end) as flat_database,
        declared_keys[concat_ws(':',
            -- as in dialects/debezium_flat.sql
        coalesce(flat_added['op'] = 'r' and not flat_added['snapshot'] <=> 'incremental' or flat_added['snapshot'] not in ('false', 'incremental'), false) as flat_is_load,
        case
            -- as in dialects/debezium_flat.sql
        end as flat_operation,
        coalesce(flat_operation in ('insert', 'update', 'delete', 'snapshot'), false) as flat_is_row,
        coalesce(split(options['key_with'], '[|]'), array()) as flat_key_with,
        if(size(flat_key_with) = 0, null, map_filter(flat_key_row, (name, text) -> array_contains(flat_key_with, name))) as flat_key_added,
        case when not flat_is_row then map_keys(flat_key_row) when flat_row is null then array_except(map_keys(flat_key_row), array_except(split(concat_ws('|', '__dbz__physicalTableIdentifier', options['key_without']), '[|]'), flat_key_with)) when arrays_overlap(map_keys(flat_key_row), concat(map_keys(flat_row), flat_key_with)) then array_intersect(map_keys(flat_key_row), concat(map_keys(flat_row), flat_key_with)) else map_keys(flat_key_row) end as flat_key_columns,
        if(flat_is_row and flat_own_key is null and size(flat_key_columns) < size(flat_key_row), to_json(map_filter(flat_key_row, (name, text) -> not array_contains(flat_key_columns, name))), null) as flat_key_left_out,
        if(flat_operation in ('truncate', 'ddl'), flat_envelope, flat_added) as flat_log_position,
        if(flat_is_load or flat_operation in ('heartbeat', 'begin', 'commit', 'other'), null, transform(
            -- as in dialects/debezium_flat.sql
        )),
            -- as in dialects/debezium.sql
        end, place -> if(place rlike r'^-?[0-9]{1,38}\z', cast(place as decimal(38,0)), null))),
                    places -> if(exists(places, place -> place is null), null, places)
                )[0]
            )[0]
        )[0]) as flat_sequence,
        if(options['unavailable'] is null, null, transform(array(options['unavailable']), w -> concat(array(w, base64(w), lower(hex(w)), concat('{"', w, '":"', w, '"}')), transform(array(w, base64(w), lower(hex(w))), e -> concat('["', e, '"]')), transform(array('', '.0'), e -> concat('[', array_join(transform(regexp_extract_all(hex(w), '..', 0), b -> concat(conv(b, 16, 10), e)), ','), ']'))))[0]) as flat_placeholders,
        if(
            -- as in dialects/debezium_flat.sql
        ) as flat_unsent,
        if(
            flat_operation = 'delete',
            flat_key_row is not null and size(flat_own_key) <> 0 and (value_text is null or source_kind <=> 'postgresql' or size(flat_unsent) > 0),
            coalesce(size(flat_unsent) > 0, false)
        ) as flat_is_partial,
        case
            -- as in dialects/debezium_flat.sql
        end as flat_before,
        if(
            -- as in dialects/debezium_flat.sql
        ) as flat_was,
        if(
            -- as in dialects/debezium_flat.sql
        ) as flat_after,
        false as flat_decimals_differ
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'debezium_flat_avro' then case
                when flat is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when flat_is_row and key_fault is not null and flat_own_key is null and key_fault = 'schema_unknown' then 'schema_unknown'
                when flat_is_row and key_fault is not null and flat_own_key is null then 'no_key_declared'
                when ((arrays_overlap(names, split('_tidb_op,_tidb_commit_ts,_tidb_commit_physical_time,_tidb_row_level_checksum,_tidb_corrupted,_tidb_checksum_version', ','))) or (flat_envelope['connector'] is not null and flat_sent['op'] in ('c', 'r', 'u', 'd', 't'))) then 'wrong_dialect'
                when array_join(transform(map_values(flat_row), text -> left(text, 9)), '') rlike r'^(\{"value":)++\z' then 'source_not_covered'
                when if((size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId'))), coalesce((size(array_distinct(map_keys(flat_sent))) <> size(flat_sent)), false), false) then 'duplicate_name'
                when flat_operation is null then 'unknown_operation'
                when flat_operation in ('insert', 'update') and options['deletes'] <=> 'marked' and flat_sent['__deleted'] is null and flat_added['op'] is null then 'delete_mark_missing'
                when flat_operation = 'update' and size(flat_own_key) = 0 then 'before_missing'
                when not options['order'] <=> 'offset' and not options['deletes'] <=> 'tombstone' and flat_sequence is null and not flat_is_load and flat_operation in ('insert', 'update', 'delete', 'snapshot', 'truncate', 'ddl') then 'sequence_missing'
                when ((flat_has_non_string or size(flat_columns) > 0 and flat_types is null or flat_decimals_differ) or (flat_is_unread)) then 'wrong_type'
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
                when 'debezium_flat_avro' then case reason
                    when 'schema_unknown' then concat(key_detail, ' Or declare the key of the table in seeds/changefeed_table_keys.csv.')
                    when 'no_key_declared' then concat('The Kafka key is not one whole Avro record of the schema ', conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10), ': declare the key in seeds/changefeed_table_keys.csv.')
                    when 'wrong_dialect' then if(flat_envelope['connector'] is not null and flat_sent['op'] in ('c', 'r', 'u', 'd', 't'), 'The message has its envelope: it was not flattened. Declare the feed as debezium in seeds/changefeed_feeds.csv.', concat_ws(' ', 'A message of debezium_flat_avro.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('_tidb_op,_tidb_commit_ts,_tidb_commit_physical_time,_tidb_row_level_checksum,_tidb_corrupted,_tidb_checksum_version:ticdc_avro', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'source_not_covered' then 'Columns are {value, set}: let PGCompatible of YugabyteDB make them plain.'
                    when 'duplicate_name' then 'The payload names a member more than once.'
                    when 'unknown_operation' then concat('Debezium documents no op ', coalesce(flat_added['op'], flat_sent['status'], 'null'), '.')
                    when 'delete_mark_missing' then 'The row has neither __deleted nor __op, so deletes of this topic cannot be marked as the feed says (deletes=marked). Set delete.tombstone.handling.mode=rewrite in the connector, or deletes=tombstone among the options of this feed.'
                    when 'before_missing' then 'The table is declared without a key, and a flattened update has no row before: nobody knows which row is meant. Declare a key in seeds/changefeed_table_keys.csv, or send the table with its envelope (debezium).'
                    when 'sequence_missing' then 'The row names no place in the log of its source. Add it to add.fields of the transform (source.file,source.pos,source.row, source.sequence or lsn, source.commit_lsn,source.change_lsn,source.event_serial_no), or set order=offset among the options of this feed.'
                    when 'wrong_type' then if(flat_is_unread, 'A member holds another kind of JSON value than debezium_flat_avro sends: a row, as an object.', if(flat_has_non_string, 'Debezium adds table, db and schema to rows as texts; here one is another kind of JSON value.', 'The schema names a column twice, not at all or by no text, or a decimal without its scale; or decimals are JSON numbers without decimals=numeric among the options of the feed, or texts with it.'))
                end
            end
        ) as detail,
        if(
            value_text is null and not (dialect = 'debezium_flat_avro'),
            'other',
            cast(if(reason is null, flat_operation, null) as string)
        ) as operation,
        cast(flat_database as string) as source_database,
        cast(flat_schema as string) as source_schema,
        cast(flat_table as string) as source_table,
        cast(if(reason is null, if(flat_operation in ('ddl', 'truncate'), 'ddl', null), null) as string) as statement_kind,
        cast(if(reason is null, if(try_cast(flat_marked['source_ts_ms'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(flat_marked['source_ts_ms'] as bigint)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(flat_marked['ts_ms'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(flat_marked['ts_ms'] as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, flat_is_partial, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(flat_added['gtid'], flat_added['txId']), null) as string) as transaction_id,
        cast(if(reason is null, nullif(flat_added['server_id'], '0'), null) as string) as source_server,
        cast(if(reason is null, flat_key_columns, null) as array<string>) as key_columns,
        cast(if(reason is null, if(options['order'] <=> 'offset' or options['deletes'] <=> 'tombstone', null, if(
            exists(headers, header -> header.key = '__debezium.newkey'),
            concat(
                slice(flat_sequence, 1, size(flat_sequence) - 1),
                array(element_at(flat_sequence, -1) - 1, 1)
            ),
            flat_sequence
        )), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, if(flat_is_row, null, nullif(flat_sent['ddl'], '')), null) as string) as statement,
        cast(flat_key_left_out as string) as key_left_out,
        cast(if(reason is null, if(flat_is_row, to_json(flat_types), nullif(flat_sent['tableChanges'], '[]')), null) as string) as column_types,
        cast(if(reason is null, if(flat_operation = 'delete', array(), if(
            flat_key_added is null,
            array(flat_after),
            transform(array(flat_after), row -> map_concat(map_filter(flat_key_added, (name, text) -> not array_contains(map_keys(row), name)), row))
        )), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(flat_before is null, array(), if(
            flat_key_added is null,
            array(flat_was),
            transform(array(flat_was), row -> map_concat(map_filter(flat_key_added, (name, text) -> not array_contains(map_keys(row), name)), row))
        )), null) as array<map<string,string>>) as before_rows,
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
