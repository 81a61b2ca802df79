unframed_messages as (
    -- as in dialects/maxwell.sql
),

texts as (
    -- as in dialects/maxwell.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('debezium_mongodb_flat'),
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
        if(
            -- as in dialects/debezium_flat.sql
        ) as flat_types,
        if(map_contains_key(flat_sent, 'source') and startswith(flat_sent['source'], '{'), from_json(flat_sent['source'], 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), null) as flat_envelope,
        get(
            -- as in dialects/debezium_flat.sql
        ) as flat_key_row,
        get(
            -- as in dialects/debezium_flat.sql
        ) as flat_old_key_row,
        coalesce(options['fields_prefix'], '__') as flat_prefix,
        if((size(array_distinct(map_keys(flat_sent))) <> size(flat_sent)), null, transform_keys(map_filter(flat_sent, (name, text) -> startswith(name, flat_prefix)), (name, text) -> substr(name, length(flat_prefix) + 1))) as flat_marked,
        map_from_entries(transform(split('op,db,collection,snapshot,ord', ','), n -> struct(n, coalesce(flat_marked[concat('source_', n)], flat_marked[n], if(n in ('op', 'collection', 'db'), cast(element_at(filter(headers, header -> header.key = concat(coalesce(options['headers_prefix'], '__'), n)), -1).value as string), null))))) as flat_added,
        map_filter(flat_sent, (name, text) -> name <> '__deleted' and (not startswith(name, flat_prefix) or not substr(name, length(flat_prefix) + 1) rlike r'^((source_)?(op|db|collection|snapshot|ord|ts_ms|ts_us|ts_ns|connector|name|version|sequence|rs|lsid|txnNumber|wallTime|id|total_order|data_collection_order)|(source|transaction|updateDescription)_[A-Za-z_]+)\z')) as flat_row,
        if(
            exists(array(flat_added['collection'], flat_added['db']), text -> coalesce(text rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$', false)),
            exists(
                array(from_json(
                    -- as in dialects/debezium_flat.sql
                )),
                sent -> exists(
                    array('collection', 'db'),
                    name -> coalesce(flat_marked[concat('source_', name)], flat_marked[name]) is not null
                    and coalesce(if(
            try_variant_get(sent[concat(flat_prefix, if(flat_marked[concat('source_', name)] is null, '', 'source_'), name)], '$', 'array<variant>') is not null
            or try_variant_get(sent[concat(flat_prefix, if(flat_marked[concat('source_', name)] is null, '', 'source_'), name)], '$', 'map<string,variant>') is not null,
            'CONTAINER',
            schema_of_variant(sent[concat(flat_prefix, if(flat_marked[concat('source_', name)] is null, '', 'source_'), name)])
        ) not in ('STRING', 'VOID'), true)
                )
            ),
            false
        ) as flat_has_non_string,
        coalesce(flat_envelope['collection'], flat_added['collection'], element_at(split(topic, '[.]'), -1)) as flat_table,
        cast(null as string) as flat_schema,
        coalesce(flat_envelope['db'], flat_added['db'], get(split(topic, '[.]'), size(split(topic, '[.]')) - 2)) as flat_database,
        declared_keys[concat_ws(':',
            -- as in dialects/debezium_flat.sql
        coalesce(flat_added['op'] = 'r' and not flat_added['snapshot'] <=> 'incremental' or flat_added['snapshot'] not in ('false', 'incremental'), false) as flat_is_load,
        case
            -- as in dialects/debezium_flat.sql
        end as flat_operation,
        coalesce(flat_operation in ('insert', 'update', 'delete', 'snapshot'), false) as flat_is_row,
        if(map_keys(flat_key_row) = array('id'), map('_id', flat_key_row['id']), null) as flat_key_document,
        case when (size(array_distinct(map_keys(flat_row))) <> size(flat_row)) then null when map_contains_key(flat_row, '_id') or flat_key_document is null then flat_row else map_concat(flat_row, flat_key_document) end as flat_document,
        coalesce(options['updates'] = 'partial' and flat_operation = 'update', false) as flat_is_changed_only,
        if(flat_is_changed_only, array_distinct(coalesce(array_compact(from_json(flat_marked['updateDescription_removedFields'], 'array<string>')), array())), array()) as flat_removed,
        array(flat_marked['source_ts_ms'], flat_added['ord']) as flat_log_time,
        if(
            flat_is_load or exists(flat_log_time, number -> not coalesce(number rlike r'^[0-9]{1,18}\z', false)),
            null,
            transform(array_append(flat_log_time, cast(offset as string)), number -> cast(number as decimal(38,0)))
        ) as flat_document_sequence,
        if(flat_operation = 'delete', not coalesce(map_contains_key(flat_row, '_id'), false), flat_is_changed_only) as flat_is_incomplete,
        case
            when flat_operation = 'delete' then if(flat_is_incomplete, flat_key_document, flat_row)
            when flat_is_changed_only then flat_key_document
        end as flat_document_before,
        case
            when not coalesce(flat_is_row, false) or flat_operation = 'delete' then null
            when flat_is_changed_only then map_concat(
                map_filter(flat_document, (name, text) -> not array_contains(flat_removed, name)),
                map_from_arrays(flat_removed, array_repeat(cast(null as string), size(flat_removed)))
            )
            else flat_document
        end as flat_document_after
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'debezium_mongodb_flat' then case
                when flat is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when ((arrays_overlap(names, split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_', ','))) or (flat_envelope['connector'] is not null and flat_sent['op'] in ('c', 'r', 'u', 'd'))) then 'wrong_dialect'
                when if((size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId'))), coalesce((size(array_distinct(map_keys(flat_sent))) <> size(flat_sent)), false), false) then 'duplicate_name'
                when flat_operation is null then 'unknown_operation'
                when flat_operation in ('insert', 'update') and options['deletes'] <=> 'marked' and flat_sent['__deleted'] is null and flat_added['op'] is null then 'delete_mark_missing'
                when flat_operation = 'update' and size(flat_own_key) = 0 then 'before_missing'
                when flat_is_row and startswith(key, X'00') and flat_own_key is null then 'no_key_declared'
                when flat_operation = 'delete' and flat_document_before is null then 'document_missing'
                when flat_is_changed_only and not map_contains_key(flat_marked, 'updateDescription_removedFields') then 'unknown_update'
                when flat_is_changed_only and exists(concat(map_keys(flat_row), flat_removed), name -> contains(name, '.')) then 'path_not_followed'
                when not options['order'] <=> 'offset' and not options['deletes'] <=> 'tombstone' and flat_document_sequence is null and not flat_is_load and flat_is_row then 'sequence_missing'
                when ((flat_has_non_string or size(flat_columns) > 0 and flat_types is null) or (flat_is_unread)) then 'wrong_type'
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
                -- as in dialects/maxwell.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'debezium_mongodb_flat' then case reason
                    when 'wrong_dialect' then if(flat_envelope['connector'] is not null and flat_sent['op'] in ('c', 'r', 'u', 'd'), 'The message has its envelope: it was not flattened. Declare the feed as debezium_mongodb in seeds/changefeed_feeds.csv.', concat_ws(' ', 'A message of debezium_mongodb_flat.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_:dataworks_flat', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'duplicate_name' then 'The payload names a member more than once.'
                    when 'unknown_operation' then concat('Debezium documents no op ', coalesce(flat_added['op'], flat_sent['status'], 'null'), '.')
                    when 'delete_mark_missing' then 'The row has neither __deleted nor __op, so deletes of this topic cannot be marked as the feed says (deletes=marked). Set delete.tombstone.handling.mode=rewrite in the connector, or deletes=tombstone among the options of this feed.'
                    when 'before_missing' then 'The table is declared without a key, and a flattened update has no row before: nobody knows which row is meant. Declare a key in seeds/changefeed_table_keys.csv, or send the table with its envelope (debezium).'
                    when 'no_key_declared' then 'The Kafka key begins with the five bytes of a schema registry: write framing=confluent into the options of this feed if values do too, or declare the key in seeds/changefeed_table_keys.csv.'
                    when 'document_missing' then 'The delete has no id in its Kafka key, and no document.'
                    when 'unknown_update' then 'The feed says updates=partial, and the message does not say which fields the update took away: add updateDescription.removedFields to add.fields of the transform, or set capture.mode=change_streams_update_full in the connector and updates=whole among the options of this feed.'
                    when 'path_not_followed' then concat('The update changes ', array_join(concat(map_keys(flat_row), flat_removed), ', '), ': what lies within a member is not followed here. The document is out of date until it is sent whole: set capture.mode=change_streams_update_full, or load the collection again.')
                    when 'sequence_missing' then 'The document names no place in the log of its source. Add source.ts_ms,source.ord to add.fields of the transform, or set order=offset among the options of this feed.'
                    when 'wrong_type' then if(flat_is_unread, 'A member holds another kind of JSON value than debezium_mongodb_flat sends: a row, as an object.', if(flat_has_non_string, 'Debezium adds collection and db to documents as strings; here one is another kind of JSON value.', 'The schema names a column twice, not at all or by something that is not a string.'))
                end
            end
        ) as detail,
        if(
            value_text is null and not (dialect = 'debezium_mongodb_flat'),
            'other',
            cast(if(reason is null, flat_operation, null) as string)
        ) as operation,
        cast(if(flat_operation in ('heartbeat', 'begin', 'commit'), null, flat_database) as string) as source_database,
        cast(null as string) as source_schema,
        cast(flat_table as string) as source_table,
        cast(null as string) as statement_kind,
        cast(if(reason is null, if(try_cast(flat_marked['source_ts_ms'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(flat_marked['source_ts_ms'] as bigint)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(flat_marked['ts_ms'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(flat_marked['ts_ms'] as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, flat_is_incomplete, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(flat_marked['transaction_id'], if(flat_operation in ('begin', 'commit'), flat_sent['id'], null)), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, array('_id'), null) as array<string>) as key_columns,
        cast(if(reason is null, if(options['order'] <=> 'offset' or options['deletes'] <=> 'tombstone', null, flat_document_sequence), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, if(flat_is_row, to_json(flat_types), null), null) as string) as column_types,
        cast(if(reason is null, if(flat_document_after is null, array(), array(flat_document_after)), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(flat_document_before is null, array(), array(flat_document_before)), null) as array<map<string,string>>) as before_rows,
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
