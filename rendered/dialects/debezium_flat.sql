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
            text_fault is null and dialect in ('debezium_flat'),
            from_json(
                -- as in dialects/dataworks_flat.sql
            ),
            null
        ) as flat_parsed
    from texts

),

envelopes as (

    select
        * except (flat_parsed),
        map_keys(flat_parsed.changefeed_message[0]) as names,
        flat_parsed.unread is not null as flat_is_unread,
        if(
            (
                size(flat_parsed.changefeed_message) = 2
                and flat_parsed.changefeed_message[1]['changefeed_end'] = '1'
                and if(
                    flat_parsed.unread is not null
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
                transform(array(flat_parsed.changefeed_message[0]), e -> transform_values(if(
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
                flat_parsed.changefeed_message[0]
            ),
            null
        ) as flat
    from parsed_messages

),

terms as (

    select
        *,
        if(
            (size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId'))) and startswith(flat['payload'], '{'),transform(array(from_json(regexp_replace(
            if(
                contains(flat['payload'], r'\u') or contains(flat['payload'], '\uFDD0'),
                replace(
                    if(
                        contains(lower(flat['payload']), r'\ufdd0'),
                        regexp_replace(flat['payload'], r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
                        flat['payload']
                    ),
                    '\uFDD0',
                    '\uFDD00'
                ),
                flat['payload']
            ),
            r'\G((?:[^"\-0-9]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9]))*+)(-?(?:0(?![0-9])|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+)',
            '$1"\uFDD01$2"'
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
            size(array_distinct(flat_columns.field)) = size(flat_columns)
            and not exists(flat_columns, c -> coalesce(c.field rlike r'^[{\[]', true) or c.name <=> 'org.apache.kafka.connect.data.Decimal' and not coalesce(c.parameters['scale'] rlike r'^(0|-?[1-9][0-9]{0,8})\z', false)),
            map_from_entries(transform(
                flat_columns,
                each -> struct(
                    -- as in dialects/debezium.sql
                )
            )),
            null
        ) as flat_types,
        if(map_contains_key(flat_sent, 'source') and startswith(flat_sent['source'], '{'), from_json(flat_sent['source'], 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), null) as flat_envelope,
        get(
            filter(transform(
                array(from_json(cast(key as string), 'map<string,string>')),
                sent -> if(
                    array_sort(map_keys(sent)) in (array('payload', 'schema'), array('payload', 'schemaId')) and startswith(sent['payload'], '{'),
                    from_json(sent['payload'], 'map<string,string>'),
                    sent
                )
            ), columns -> not (size(array_distinct(map_keys(columns))) <> size(columns))),
            0
        ) as flat_key_row,
        get(
            filter(transform(
                array(from_json(cast(get(filter(headers, header -> header.key = '__debezium.oldkey'), 0).value as string), 'map<string,string>')),
                sent -> if(
                    array_sort(map_keys(sent)) in (array('payload', 'schema'), array('payload', 'schemaId')) and startswith(sent['payload'], '{'),
                    from_json(sent['payload'], 'map<string,string>'),
                    sent
                )
            ), columns -> not (size(array_distinct(map_keys(columns))) <> size(columns))),
            0
        ) as flat_old_key_row,
        coalesce(options['fields_prefix'], '__') as flat_prefix,
        if((size(array_distinct(map_keys(flat_sent))) <> size(flat_sent)), null, transform_keys(map_filter(flat_sent, (name, text) -> startswith(name, flat_prefix)), (name, text) -> substr(name, length(flat_prefix) + 1))) as flat_marked,
        map_from_entries(transform(split('op,table,db,schema,snapshot,file,pos,row,lsn,sequence,commit_lsn,change_lsn,event_serial_no,commit_scn,scn,rs_id,ssn,txId,gtid,server_id', ','), n -> struct(n, coalesce(flat_marked[concat('source_', n)], flat_marked[n], if(n in ('op', 'table', 'db', 'schema'), cast(element_at(filter(headers, header -> header.key = concat(coalesce(options['headers_prefix'], '__'), n)), -1).value as string), null))))) as flat_added,
        map_filter(flat_sent, (name, text) -> name <> '__deleted' and (not startswith(name, flat_prefix) or not substr(name, length(flat_prefix) + 1) rlike r'^((source_)?(op|table|db|schema|snapshot|file|pos|row|lsn|sequence|commit_lsn|change_lsn|event_serial_no|commit_scn|scn|rs_id|ssn|txId|gtid|server_id|ts_ms|ts_us|ts_ns|connector|name|version|server_id)|source_[A-Za-z_]+|transaction_[A-Za-z_]+)\z')) as flat_row,
        if(
            exists(array(flat_added['table'], flat_added['db'], flat_added['schema']), text -> coalesce(text rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$', false)),
            exists(
                array(from_json(
                    if((size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId'))) and startswith(flat['payload'], '{'), flat['payload'], value_text),
                    'map<string,variant>',
                    map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')
                )),
                sent -> exists(
                    array('table', 'db', 'schema'),
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
        coalesce(flat_envelope['table'], flat_added['table'], element_at(split(topic, '[.]'), -1)) as flat_table,
        coalesce(flat_envelope['schema'], flat_added['schema'], if(source_kind in ('mysql', 'mariadb'), null, get(split(topic, '[.]'), size(split(topic, '[.]')) - 2))) as flat_schema,
        coalesce(flat_envelope['db'], flat_added['db'], case when source_kind in ('mysql', 'mariadb') then get(split(topic, '[.]'), size(split(topic, '[.]')) - 2) when source_kind = 'sqlserver' then get(split(topic, '[.]'), size(split(topic, '[.]')) - 3) end) as flat_database,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(coalesce(flat_database, ''), ''), database_override, '')), coalesce(nullif(coalesce(flat_database, ''), ''), database_override, ''),
                length(coalesce(nullif(coalesce(flat_schema, ''), ''), schema_override, '')), coalesce(nullif(coalesce(flat_schema, ''), ''), schema_override, ''),
                length(coalesce(flat_table, '')), coalesce(flat_table, '')
            )] as flat_own_key,
        coalesce(flat_added['op'] = 'r' and not flat_added['snapshot'] <=> 'incremental' or flat_added['snapshot'] not in ('false', 'incremental'), false) as flat_is_load,
        case
            when value_text is null then if(options['deletes'] <=> 'tombstone' and flat_key_row is not null, 'delete', 'other')
            when (size(flat_sent) between 1 and 3 and size(array_except(map_keys(flat_sent), array('ts_ms', 'ts_us', 'ts_ns'))) = 0) and map_keys(flat_key_row) = array('serverName') then 'heartbeat'
            when (size(flat_sent) between 1 and 5 and size(array_except(map_keys(flat_sent), array('status', 'id', 'event_count', 'data_collections', 'ts_ms'))) = 0) and map_contains_key(flat_sent, 'event_count')
                then case flat_sent['status'] when 'BEGIN' then 'begin' when 'END' then 'commit' end
            when flat_envelope['connector'] is not null and flat_sent['op'] <=> 'm' then 'other'
            when flat_envelope['connector'] is not null and map_contains_key(flat_sent, 'tableChanges') then case
                when coalesce(flat_envelope['snapshot'], 'false') not in ('false', 'incremental') or coalesce(flat_sent['ddl'], '') = '' then 'other'
                when coalesce(flat_sent['ddl'] rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false) then 'truncate'
                else 'ddl'
            end
            when (coalesce(flat_sent['__deleted'], '') = 'true' or flat_added['op'] <=> 'd') then 'delete'
            when flat_is_load then 'snapshot'
            when flat_added['op'] is null or flat_added['op'] = 'c' and flat_old_key_row is not null then 'update'
            else case flat_added['op'] when 'c' then 'insert' when 'r' then 'snapshot' when 'u' then 'update' end
        end as flat_operation,
        coalesce(flat_operation in ('insert', 'update', 'delete', 'snapshot'), false) as flat_is_row,
        coalesce(split(options['key_with'], '[|]'), array()) as flat_key_with,
        if(size(flat_key_with) = 0, null, map_filter(flat_key_row, (name, text) -> array_contains(flat_key_with, name))) as flat_key_added,
        case when not flat_is_row then map_keys(flat_key_row) when flat_row is null then array_except(map_keys(flat_key_row), array_except(split(concat_ws('|', '__dbz__physicalTableIdentifier', options['key_without']), '[|]'), flat_key_with)) when arrays_overlap(map_keys(flat_key_row), concat(map_keys(flat_row), flat_key_with)) then array_intersect(map_keys(flat_key_row), concat(map_keys(flat_row), flat_key_with)) else map_keys(flat_key_row) end as flat_key_columns,
        if(flat_is_row and flat_own_key is null and size(flat_key_columns) < size(flat_key_row), to_json(map_filter(flat_key_row, (name, text) -> not array_contains(flat_key_columns, name))), null) as flat_key_left_out,
        if(flat_operation in ('truncate', 'ddl'), flat_envelope, flat_added) as flat_log_position,
        if(flat_is_load or flat_operation in ('heartbeat', 'begin', 'commit', 'other'), null, transform(
            array(flat_log_position),
            source -> transform(
                array(transform(
            split(regexp_replace(if(source['commit_lsn'] is null, trim(source['rs_id']), concat(source['commit_lsn'], ':', coalesce(source['change_lsn'], 'ffffffffffffffff:ffffffffffffffff:ffffffffffffffff'))), '^0x', ''), '[:.]'),
            part -> if(part rlike r'^[0-9a-fA-F]{1,16}\z', conv(part, 16, 10), null)
        )),
            -- as in dialects/debezium.sql
        end, place -> if(place rlike r'^-?[0-9]{1,38}\z', cast(place as decimal(38,0)), null))),
                    places -> if(exists(places, place -> place is null), null, places)
                )[0]
            )[0]
        )[0]) as flat_sequence,
        if(options['unavailable'] is null, null, transform(array(options['unavailable']), w -> concat(array(w, base64(w), lower(hex(w)), concat('{"', w, '":"', w, '"}')), transform(array(w, base64(w), lower(hex(w))), e -> concat('["', e, '"]')), transform(array('', '.0'), e -> concat('[', array_join(transform(regexp_extract_all(hex(w), '..', 0), b -> concat(conv(b, 16, 10), e)), ','), ']'))))[0]) as flat_placeholders,
        if(
            source_kind in ('mysql', 'mariadb') or flat_operation in ('insert', 'snapshot'),
            null,
            map_keys(map_filter(flat_row, (name, text) -> coalesce(if(flat_placeholders is null, trim(both '["]' from text) in ('__debezium_unavailable_value', 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==', '5f5f646562657a69756d5f756e617661696c61626c655f76616c7565', 'b68a35a7-17ad-35b3-af2a-ae46edb4545a', '{"__debezium_unavailable_value":"__debezium_unavailable_value"}') or startswith(text, '[') and md5(text) in ('9a2ca606f985825ad73230aaad5d8bae', 'b8555103c2e9d304dbbaaaedfb72f7fa', '8d3db4184c4013d7e81a5ea07bbdb10d', '48153696c43c4d785e13e56041582edd'), array_contains(flat_placeholders, text)), false)))
        ) as flat_unsent,
        if(
            flat_operation = 'delete',
            flat_key_row is not null and size(flat_own_key) <> 0 and (value_text is null or source_kind <=> 'postgresql' or size(flat_unsent) > 0),
            coalesce(size(flat_unsent) > 0, false)
        ) as flat_is_partial,
        case
            when value_text is null or flat_row is null then map_filter(flat_key_row, (name, text) -> array_contains(flat_key_columns, name))
            when flat_operation <> 'delete' then flat_old_key_row
            when flat_is_partial then map_filter(
                flat_row,
                (name, text) -> map_contains_key(flat_key_row, name) or text is not null and coalesce(array_contains(flat_own_key, name), false)
            )
            else flat_row
        end as flat_before,
        if(
            not options['decimals'] <=> 'numeric' and exists(map_values(flat_types), type -> startswith(type, 'org.apache.kafka.connect.data.Decimal(')),
            transform_values(flat_before, (name, text) -> if(
                text rlike r'^[A-Za-z0-9+/]*={0,2}\z' and length(text) % 4 = 0 and startswith(flat_types[name], 'org.apache.kafka.connect.data.Decimal('),
                concat('{"scale":', regexp_extract(flat_types[name], '(?s)^[^(]*+[(](.*)[)]', 1), ',"value":"', text, '"}'),
                text
            )),
            flat_before
        ) as flat_was,
        if(
            not options['decimals'] <=> 'numeric' and exists(map_values(flat_types), type -> startswith(type, 'org.apache.kafka.connect.data.Decimal(')),
            transform_values(if(flat_is_partial, map_filter(flat_row, (name, text) -> not array_contains(flat_unsent, name)), flat_row), (name, text) -> if(
                text rlike r'^[A-Za-z0-9+/]*={0,2}\z' and length(text) % 4 = 0 and startswith(flat_types[name], 'org.apache.kafka.connect.data.Decimal('),
                concat('{"scale":', regexp_extract(flat_types[name], '(?s)^[^(]*+[(](.*)[)]', 1), ',"value":"', text, '"}'),
                text
            )),
            if(flat_is_partial, map_filter(flat_row, (name, text) -> not array_contains(flat_unsent, name)), flat_row)
        ) as flat_after,
        get(transform(
            array(filter(map_keys(flat_types), name -> startswith(flat_types[name], 'org.apache.kafka.connect.data.Decimal(') and exists(array(flat_row), row -> coalesce(row[name] rlike r'^(?:-?[0-9][-+.0-9eE]*|true|false)\z', false)))),
            names -> size(names) > 0 and exists(
                array(from_json(value_text, 'payload map<string,variant>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).payload),
                sent -> exists(names, name -> coalesce((schema_of_variant(sent[name]) = 'STRING') = (options['decimals'] <=> 'numeric') and not is_variant_null(sent[name]), false))
            )
        ), 0) as flat_decimals_differ
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'debezium_flat' then case
                when flat is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when ((arrays_overlap(names, split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_', ','))) or (flat_envelope['connector'] is not null and flat_sent['op'] in ('c', 'r', 'u', 'd', 't'))) then 'wrong_dialect'
                when array_join(transform(map_values(flat_row), text -> left(text, 9)), '') rlike r'^(\{"value":)++\z' then 'source_not_covered'
                when if((size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId'))), coalesce((size(array_distinct(map_keys(flat_sent))) <> size(flat_sent)), false), false) then 'duplicate_name'
                when flat_operation is null then 'unknown_operation'
                when flat_operation in ('insert', 'update') and options['deletes'] <=> 'marked' and flat_sent['__deleted'] is null and flat_added['op'] is null then 'delete_mark_missing'
                when flat_operation = 'update' and size(flat_own_key) = 0 then 'before_missing'
                when flat_is_row and startswith(key, X'00') and flat_own_key is null then 'no_key_declared'
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
            case reason
                -- as in dialects/maxwell.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'debezium_flat' then case reason
                    when 'wrong_dialect' then if(flat_envelope['connector'] is not null and flat_sent['op'] in ('c', 'r', 'u', 'd', 't'), 'The message has its envelope: it was not flattened. Declare the feed as debezium in seeds/changefeed_feeds.csv.', concat_ws(' ', 'A message of debezium_flat.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_:dataworks_flat', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'source_not_covered' then 'Columns are {value, set}: let PGCompatible of YugabyteDB make them plain.'
                    when 'duplicate_name' then 'The payload names a member more than once.'
                    when 'unknown_operation' then concat('Debezium documents no op ', coalesce(flat_added['op'], flat_sent['status'], 'null'), '.')
                    when 'delete_mark_missing' then 'The row has neither __deleted nor __op, so deletes of this topic cannot be marked as the feed says (deletes=marked). Set delete.tombstone.handling.mode=rewrite in the connector, or deletes=tombstone among the options of this feed.'
                    when 'before_missing' then 'The table is declared without a key, and a flattened update has no row before: nobody knows which row is meant. Declare a key in seeds/changefeed_table_keys.csv, or send the table with its envelope (debezium).'
                    when 'no_key_declared' then 'The Kafka key begins with the five bytes of a schema registry: write framing=confluent into the options of this feed if values do too, or declare the key in seeds/changefeed_table_keys.csv.'
                    when 'sequence_missing' then 'The row names no place in the log of its source. Add it to add.fields of the transform (source.file,source.pos,source.row, source.sequence or lsn, source.commit_lsn,source.change_lsn,source.event_serial_no), or set order=offset among the options of this feed.'
                    when 'wrong_type' then if(flat_is_unread, 'A member holds another kind of JSON value than debezium_flat sends: a row, as an object.', if(flat_has_non_string, 'Debezium adds table, db and schema to rows as texts; here one is another kind of JSON value.', 'The schema names a column twice, not at all or by no text, or a decimal without its scale; or decimals are JSON numbers without decimals=numeric among the options of the feed, or texts with it.'))
                end
            end
        ) as detail,
        if(
            value_text is null and not (dialect = 'debezium_flat'),
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
