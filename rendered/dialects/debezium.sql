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
            text_fault is null and dialect in ('debezium'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`before`:MAP<STRING,STRING>,`after`:MAP<STRING,STRING>,`source`:MAP<STRING,STRING>,`op`:STRING,`transaction`:MAP<STRING,STRING>,`ts_ms`:STRING,`ddl`:STRING,`databaseName`:STRING,`schemaName`:STRING,`tableChanges`:STRING,`status`:STRING,`id`:STRING,`schema`:STRUCT<fields:array<struct<field:string,fields:array<struct<field:string,type:string,name:string,tidb_type:string,parameters:map<string,string>,items:struct<type:string,name:string,parameters:map<string,string>>>>>>>,`payload`:STRUCT<`before`:MAP<STRING,STRING>,`after`:MAP<STRING,STRING>,`source`:MAP<STRING,STRING>,`op`:STRING,`transaction`:MAP<STRING,STRING>,`ts_ms`:STRING,`ddl`:STRING,`databaseName`:STRING,`schemaName`:STRING,`tableChanges`:STRING,`status`:STRING,`id`:STRING>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as dbz_parsed
    from texts

),

envelopes as (

    select
        * except (dbz_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        dbz_parsed.unread is not null as dbz_is_unread,
        if(
            (
                size(dbz_parsed.changefeed_message) = 2
                and dbz_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    dbz_parsed.unread is not null
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
            dbz_parsed.changefeed_message[0],
            null
        ) as dbz
    from parsed_messages

),

terms as (

    select
        *,
        if(
            value_text is null and options['deletes'] <=> 'tombstone' and key is not null,
            from_json(
                to_json(struct(struct('d' as op, struct(case when source_kind in ('mysql', 'mariadb') then get(split(topic, '[.]'), size(split(topic, '[.]')) - 2) when source_kind = 'sqlserver' then get(split(topic, '[.]'), size(split(topic, '[.]')) - 3) end as db, if(source_kind in ('mysql', 'mariadb'), null, get(split(topic, '[.]'), size(split(topic, '[.]')) - 2)) as `schema`, element_at(split(topic, '[.]'), -1) as `table`, 'false' as snapshot) as source) as sent)),
                'sent STRUCT<`before`:MAP<STRING,STRING>,`after`:MAP<STRING,STRING>,`source`:MAP<STRING,STRING>,`op`:STRING,`transaction`:MAP<STRING,STRING>,`ts_ms`:STRING,`ddl`:STRING,`databaseName`:STRING,`schemaName`:STRING,`tableChanges`:STRING,`status`:STRING,`id`:STRING>'
            ).sent,
            coalesce(dbz.payload, struct(dbz.before, dbz.after, dbz.source, dbz.op, dbz.transaction, dbz.ts_ms, dbz.ddl, dbz.databaseName, dbz.schemaName, dbz.tableChanges, dbz.status, dbz.id))
        ) as dbz_sent,
        if(has_fractions, if(
            dbz_sent is null,
            null,
            transform(
                array(struct(
                    0 as none,
                    transform(array(dbz_sent.`before`, dbz_sent.`after`, dbz_sent.`source`, dbz_sent.`transaction`), m -> transform_values(if(
                        contains(array_join(map_keys(m), ''), '\uFDD0') and not (size(array_distinct(map_keys(m))) <> size(m)),
                        transform_keys(m, (name, text) -> if(
                        contains(name, '\uFDD0'),
                        replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                        name
                    )),
                        m
                    ), (name, text) -> if(
                        contains(text, '\uFDD0'),
                        replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                        text
                    ))) as maps,
                    transform(array(dbz_sent.`ddl`, dbz_sent.`databaseName`, dbz_sent.`schemaName`, dbz_sent.`id`), m -> if(
                        contains(m, '\uFDD0'),
                        replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                        m
                    )) as texts
                )),
                of -> named_struct(
                    'before', of.maps[0],
                    'after', of.maps[1],
                    'source', of.maps[2],
                    'op', dbz_sent.`op`,
                    'transaction', of.maps[3],
                    'ts_ms', dbz_sent.`ts_ms`,
                    'ddl', of.texts[0],
                    'databaseName', of.texts[1],
                    'schemaName', of.texts[2],
                    'tableChanges', dbz_sent.`tableChanges`,
                    'status', dbz_sent.`status`,
                    'id', of.texts[3]
                )
            )[0]
        ), dbz_sent) as dbz_body,
        dbz_body.source as dbz_source,
        dbz_source['connector'] <=> 'TiCDC' as dbz_is_tidb,
        coalesce(dbz_source['snapshot'], 'false') as dbz_snapshot,
        dbz_snapshot not in ('false', 'incremental') or dbz_snapshot = 'false' and dbz_body.op <=> 'r' and coalesce(
            nullif(dbz_source['file'], ''), dbz_source['change_lsn'], nullif(dbz_source['lsn'], '0'), nullif(dbz_source['commit_scn'], '0')
        ) is null as dbz_is_load,
        transform(array(cast(key as string), if(dbz_body.op = 'c', cast(get(filter(headers, header -> header.key = '__debezium.oldkey'), 0).value as string), null)), text -> get(
            filter(transform(
                array(from_json(text, 'map<string,string>')),
                sent -> if(
                    (array_sort(map_keys(sent)) in (array('payload', 'schema'), array('payload', 'schemaId')) or dbz_is_tidb and map_keys(sent) = array('payload')) and startswith(sent['payload'], '{'),
                    from_json(sent['payload'], 'map<string,string>'),
                    sent
                )
            ), columns -> not (size(array_distinct(map_keys(columns))) <> size(columns))),
            0
        )) as dbz_key_rows,
        dbz_key_rows[0] as dbz_key_row,
        dbz_key_rows[1] as dbz_old_key_row,
        dbz_source['table'] as dbz_table,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(coalesce(dbz_source['db'], dbz_body.databaseName), ''), database_override, '')), coalesce(nullif(coalesce(dbz_source['db'], dbz_body.databaseName), ''), database_override, ''),
                length(coalesce(nullif(coalesce(dbz_source['schema'], dbz_body.schemaName), ''), schema_override, '')), coalesce(nullif(coalesce(dbz_source['schema'], dbz_body.schemaName), ''), schema_override, ''),
                length(coalesce(dbz_table, '')), coalesce(dbz_table, '')
            )] as dbz_own_key,
        exists(array(dbz_body.before, dbz_body.after, dbz_source, dbz_body.transaction), each -> coalesce((size(array_distinct(map_keys(each))) <> size(each)), false)) or if(
            dbz.payload is null,
            false,
            exists(
                array(from_json(value_text, 'payload string', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).payload),
                text -> exists(array(coalesce(
            json_object_keys(text),
            map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        )), names -> size(array_distinct(names)) <> size(names))
            )
        ) as dbz_repeats_a_name,
        get(
            transform(
                array(array(dbz_source['connector'], dbz_source['db'], dbz_source['schema'], dbz_source['table'], dbz_body.ddl, dbz_body.databaseName, dbz_body.schemaName)),
                texts -> if(
                    exists(texts, text -> coalesce(text rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$', false)),
                    exists(
                        transform(
                            array(from_json(value_text, 'struct<source:map<string,variant>,ddl:variant,databaseName:variant,schemaName:variant,payload:struct<source:map<string,variant>,ddl:variant,databaseName:variant,schemaName:variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> coalesce(sent.payload, struct(sent.source, sent.ddl, sent.databaseName, sent.schemaName))
                        ),
                        body -> exists(
                            arrays_zip(texts, array(body.source['connector'], body.source['db'], body.source['schema'], body.source['table'], body.ddl, body.databaseName, body.schemaName)),
                            each -> each.texts is not null and coalesce(if(
            try_variant_get(each['1'], '$', 'array<variant>') is not null
            or try_variant_get(each['1'], '$', 'map<string,variant>') is not null,
            'CONTAINER',
            schema_of_variant(each['1'])
        ) not in ('STRING', 'VOID'), true)
                        )
                    ),
                    false
                )
            ),
            0
        ) as dbz_has_non_string,
        transform(filter(dbz.schema.fields, each -> each.field in ('before', 'after') and size(each.fields) > 0).fields, columns -> if(has_fractions and contains(to_json(columns), '\uFDD0'), null, if(
            size(array_distinct(columns.field)) = size(columns)
            and not exists(columns, c -> coalesce(c.field rlike r'^[{\[]', true) or c.name <=> 'org.apache.kafka.connect.data.Decimal' and not coalesce(c.parameters['scale'] rlike r'^(0|-?[1-9][0-9]{0,8})\z', false)),
            map_from_entries(transform(
                columns,
                each -> struct(
                    each.field,
                    concat(
                        coalesce(each.name, case when each.type = 'array' then concat('array<', concat(coalesce(each.items.name, each.items.type), coalesce(concat('(', coalesce(each.items.parameters['scale'], each.items.parameters['length']), ')'), '')), '>') when each.tidb_type rlike '(binary|blob)$' then 'bytes' else each.type end),
                        coalesce(concat('(', coalesce(each.parameters['scale'], each.parameters['length']), ')'), '')
                    )
                )
            )),
            null
        ))) as dbz_sides,
        get(dbz_sides, 0) as dbz_types,
        case
            when dbz_body.op is not null then case
                when dbz_body.op in ('c', 'r') and dbz_is_load then 'snapshot'
                when dbz_body.op = 'c' and dbz_old_key_row is not null then 'update'
                when dbz_body.op = 'm' and dbz_is_tidb then 'heartbeat'
                else case dbz_body.op when 'c' then 'insert' when 'r' then 'snapshot' when 'u' then 'update' when 'd' then 'delete' when 't' then 'truncate' when 'm' then 'other' end
            end
            when dbz_body.ddl is not null or dbz_body.tableChanges is not null then case
                when dbz_is_load or coalesce(dbz_body.ddl, '') = '' then 'other'
                when coalesce(dbz_body.ddl rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false) then 'truncate'
                else 'ddl'
            end
            when dbz_body.status is not null then case dbz_body.status when 'BEGIN' then 'begin' when 'END' then 'commit' end
            when dbz_body.ts_ms is not null and dbz_source is null
                and (dbz.payload is not null or size(array_except(names, array('ts_ms', 'ts_us', 'ts_ns'))) = 0) then 'heartbeat'
            when dbz.payload is null and array_except(names, array('schema')) = array('payload') then 'other'
            when array_contains(names, 'type') and size(array_except(names, array('id', 'type', 'data'))) = 0 then 'other'
        end as dbz_operation,
        coalesce(dbz_body.op in ('c', 'r', 'u', 'd'), false) as dbz_is_row,
        coalesce(dbz_source['name'] = 'OMS', false) or dbz_operation is null and coalesce(dbz_body.op, dbz_body.status) is null or dbz_is_row and coalesce(size(array_except(map_keys(dbz_source), array('db', 'database', 'schema', 'table'))), 0) <= 0 as dbz_is_foreign,
        if(dbz_body.op = 'd', dbz_body.before, dbz_body.after) as dbz_shown,
        coalesce(split(options['key_with'], '[|]'), array()) as dbz_key_with,
        if(size(dbz_key_with) = 0, null, map_filter(dbz_key_row, (name, text) -> array_contains(dbz_key_with, name))) as dbz_key_added,
        case when not dbz_is_row then map_keys(dbz_key_row) when dbz_shown is null then array_except(map_keys(dbz_key_row), array_except(split(concat_ws('|', '__dbz__physicalTableIdentifier', options['key_without']), '[|]'), dbz_key_with)) when arrays_overlap(map_keys(dbz_key_row), concat(map_keys(dbz_shown), dbz_key_with)) then array_intersect(map_keys(dbz_key_row), concat(map_keys(dbz_shown), dbz_key_with)) else map_keys(dbz_key_row) end as dbz_key_columns,
        if(dbz_is_row and dbz_own_key is null and size(dbz_key_columns) < size(dbz_key_row), to_json(map_filter(dbz_key_row, (name, text) -> not array_contains(dbz_key_columns, name))), null) as dbz_key_left_out,
        array_join(transform(map_values(dbz_shown), text -> left(text, 9)), '') rlike r'^(\{"value":)++\z' as dbz_wraps,
        if(dbz_is_load or dbz_operation in ('heartbeat', 'begin', 'commit', 'other'), null, transform(
            array(dbz_source),
            source -> transform(
                array(transform(
            split(regexp_replace(if(source['commit_lsn'] is null, trim(source['rs_id']), concat(source['commit_lsn'], ':', coalesce(source['change_lsn'], 'ffffffffffffffff:ffffffffffffffff:ffffffffffffffff'))), '^0x', ''), '[:.]'),
            part -> if(part rlike r'^[0-9a-fA-F]{1,16}\z', conv(part, 16, 10), null)
        )),
                in_hex -> transform(
                    array(transform(case
            when source['commit_ts'] is not null then array(source['commit_ts'])
            when source['file'] is not null then array(
                regexp_extract(source['file'], r'[.]([0-9]+)\z', 1), source['pos'], coalesce(source['row'], '0')
            )
            when source['change_lsn'] is not null then concat(in_hex, array(coalesce(source['event_serial_no'], '0')))
            when source['commit_lsn'] is not null and source['snapshot'] = 'incremental' then concat(in_hex, array('0'))
            when source['lsn'] is not null then coalesce(
                transform(
                    array(from_json(source['sequence'], 'array<string>')),
                    places -> if(size(places) = 2, array(coalesce(places[0], places[1]), places[1]), null)
                )[0],
                array(source['lsn'])
            )
            when source['commit_scn'] is not null then concat(array(source['commit_scn'], source['scn']), in_hex, array(source['ssn']))
        end, place -> if(place rlike r'^-?[0-9]{1,38}\z', cast(place as decimal(38,0)), null))),
                    places -> if(exists(places, place -> place is null), null, places)
                )[0]
            )[0]
        )[0]) as dbz_sequence,
        if(options['unavailable'] is null, null, transform(array(options['unavailable']), w -> concat(array(w, base64(w), lower(hex(w)), concat('{"', w, '":"', w, '"}')), transform(array(w, base64(w), lower(hex(w))), e -> concat('["', e, '"]')), transform(array('', '.0'), e -> concat('[', array_join(transform(regexp_extract_all(hex(w), '..', 0), b -> concat(conv(b, 16, 10), e)), ','), ']'))))[0]) as dbz_placeholders,
        map_keys(map_filter(
            case
                when dbz_source['connector'] in ('mysql', 'mariadb', 'TiCDC') then null
                when dbz_body.op = 'd' then dbz_body.before
                when dbz_body.op = 'u' or dbz_old_key_row is not null then dbz_body.after
            end,
            (name, text) -> coalesce(if(dbz_placeholders is null, trim(both '["]' from text) in ('__debezium_unavailable_value', 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==', '5f5f646562657a69756d5f756e617661696c61626c655f76616c7565', 'b68a35a7-17ad-35b3-af2a-ae46edb4545a', '{"__debezium_unavailable_value":"__debezium_unavailable_value"}') or startswith(text, '[') and md5(text) in ('9a2ca606f985825ad73230aaad5d8bae', 'b8555103c2e9d304dbbaaaedfb72f7fa', '8d3db4184c4013d7e81a5ea07bbdb10d', '48153696c43c4d785e13e56041582edd'), array_contains(dbz_placeholders, text)), false)
        )) as dbz_unsent,
        if(
            dbz_body.op = 'd',
            if(dbz_own_key is null, dbz_key_row is not null, size(dbz_own_key) > 0)
            and (dbz_body.before is null or coalesce('postgresql' in (dbz_source['connector'], source_kind), false) or size(dbz_unsent) > 0),
            coalesce(size(dbz_unsent) > 0, false)
        ) as dbz_is_partial,
        case
            when not dbz_is_partial then dbz_body.after
            when size(dbz_own_key) = 0 then transform_values(
                dbz_body.after, (name, text) -> if(array_contains(dbz_unsent, name), dbz_body.before[name], text)
            )
            else map_filter(dbz_body.after, (name, text) -> not array_contains(dbz_unsent, name))
        end as dbz_after,
        case
            when dbz_body.op in ('c', 'r') then dbz_old_key_row
            when dbz_body.op = 'd' and dbz_body.before is null then map_filter(dbz_key_row, (name, text) -> array_contains(dbz_key_columns, name))
            when dbz_body.op = 'd' and dbz_is_partial then map_filter(
                dbz_body.before,
                (name, text) -> map_contains_key(dbz_key_row, name) or text is not null and coalesce(array_contains(dbz_own_key, name), false)
            )when dbz_is_partial and size(dbz_own_key) <> 0 then map_filter(dbz_body.before, (name, text) -> not array_contains(dbz_unsent, name) or text <> dbz_body.after[name])
            else dbz_body.before
        end as dbz_before,
        transform(array(dbz_after, dbz_before), row -> if(
            not options['decimals'] <=> 'numeric' and exists(map_values(dbz_types), type -> startswith(type, 'org.apache.kafka.connect.data.Decimal(')),
            transform_values(row, (name, text) -> if(
                text rlike r'^[A-Za-z0-9+/]*={0,2}\z' and length(text) % 4 = 0 and startswith(dbz_types[name], 'org.apache.kafka.connect.data.Decimal('),
                concat('{"scale":', regexp_extract(dbz_types[name], '(?s)^[^(]*+[(](.*)[)]', 1), ',"value":"', text, '"}'),
                text
            )),
            row
        )) as dbz_rows,
        if(
            dbz_key_added is null,
            dbz_rows,
            transform(dbz_rows, row -> map_concat(map_filter(dbz_key_added, (name, text) -> not array_contains(map_keys(row), name)), row))
        ) as dbz_images,
        get(transform(
            array(filter(map_keys(dbz_types), name -> startswith(dbz_types[name], 'org.apache.kafka.connect.data.Decimal(') and exists(array(dbz_body.before, dbz_body.after), row -> coalesce(row[name] rlike r'^(?:-?[0-9][-+.0-9eE]*|true|false)\z', false)))),
            names -> size(names) > 0 and exists(
                transform(
            array(from_json(value_text, 'before map<string,variant>,after map<string,variant>,payload struct<before map<string,variant>,after map<string,variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
            sent -> array(coalesce(sent.payload.before, sent.before), coalesce(sent.payload.after, sent.after))
        )[0],
                sent -> exists(names, name -> coalesce((schema_of_variant(sent[name]) = 'STRING') = (options['decimals'] <=> 'numeric') and not is_variant_null(sent[name]), false))
            )
        ), 0) as dbz_digits
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'debezium' then case
                when dbz is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when ((arrays_overlap(names, split('database,es,gtid,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,clusterTime,coll,db,extra,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,csn,current_ts,op_ts,op_type,pos,primary_keys,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (dbz_is_foreign)) then 'wrong_dialect'
                when lower(dbz_source['connector']) = 'mongodb' or dbz_wraps then 'source_not_covered'
                when dbz_is_row and startswith(key, X'00') and dbz_own_key is null then 'no_key_declared'
                when not options['order'] <=> 'offset' and not options['deletes'] <=> 'tombstone' and dbz_sequence is null and not dbz_is_load and dbz_operation in ('insert', 'update', 'delete', 'truncate', 'ddl', 'snapshot') then 'sequence_missing'
                when dbz_is_row and (dbz_body.op <> 'd' and dbz_body.after is null or dbz_body.op = 'd' and dbz_body.before is null and dbz_key_row is null) then 'row_missing'
                when dbz_operation is null then 'unknown_operation'
                when dbz_is_row and dbz_body.op in ('u', 'd') and dbz_body.before is null and size(dbz_own_key) = 0 then 'before_missing'
                when dbz_repeats_a_name then 'duplicate_name'
                when ((dbz_has_non_string or dbz_digits or exists(dbz_sides, types -> types is null or to_json(types) <> to_json(dbz_types))) or (dbz_is_unread)) then 'wrong_type'
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
                when 'debezium' then case reason
                    when 'wrong_dialect' then if(dbz_is_foreign, concat(case when dbz_source['name'] = 'OMS' then 'source.name is OMS: it is of oms_debezium or oms_debezium_flatten' when dbz_is_row then 'source names the table alone, as Flink and SeaTunnel write it (flink_json)' else 'It is no message of Debezium, or a flattened one (debezium_flat)' end, '. Check the dialect of this feed in seeds/changefeed_feeds.csv.'), concat_ws(' ', 'A message of debezium.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('database,es,gtid,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|clusterTime,coll,db,extra,value,where:drs_mongo|recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|op_type:ogg and others|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'source_not_covered' then if(dbz_wraps, 'Columns are {value, set}: let PGCompatible of YugabyteDB make them plain.', 'Declare topics of MongoDB as debezium_mongodb.')
                    when 'no_key_declared' then 'The Kafka key begins with the five bytes of a schema registry: write framing=confluent into the options of this feed if values do too, or declare the key in seeds/changefeed_table_keys.csv.'
                    when 'sequence_missing' then concat('source of the connector ', coalesce(dbz_source['connector'], 'null'), ' names no known place to order by. Set order=offset.')
                    when 'row_missing' then concat('The row of op ', dbz_body.op, ' is absent or null. Check the replica identity, or row image, of the source.')
                    when 'unknown_operation' then concat('Debezium documents no op ', coalesce(dbz_body.op, 'null'), '.')
                    when 'before_missing' then 'The table is declared without a key, and the row before is missing: set REPLICA IDENTITY FULL (binlog_row_image=FULL), or declare a key in seeds/changefeed_table_keys.csv.'
                    when 'duplicate_name' then 'The payload, a row, source or transaction names something twice.'
                    when 'wrong_type' then if(dbz_is_unread, 'A member holds another kind of JSON value than debezium sends: an object (before, after, source, transaction), what it is documented to hold (schema, payload).', case when dbz_has_non_string then 'Debezium writes ddl, databaseName, schemaName, and in source connector, db, schema and table, as texts; one here is none.' when dbz_digits then 'Decimals are numbers without the option decimals=numeric, or texts with it.' else 'The schema names a column twice or by no text, a decimal without its scale, or other columns before than after.' end)
                end
            end
        ) as detail,
        if(
            value_text is null and not (dialect = 'debezium' and options['deletes'] <=> 'tombstone' and key is not null),
            'other',
            cast(if(reason is null, dbz_operation, null) as string)
        ) as operation,
        cast(coalesce(dbz_source['db'], dbz_body.databaseName) as string) as source_database,
        cast(coalesce(dbz_source['schema'], dbz_body.schemaName) as string) as source_schema,
        cast(dbz_table as string) as source_table,
        cast(if(reason is null, if(dbz_operation in ('ddl', 'truncate') and dbz_body.op is null, 'ddl', null), null) as string) as statement_kind,
        cast(if(reason is null, coalesce(if(try_cast(dbz_source['ts_us'] as bigint) between -62135596800000000 and 253402300799999999, timestamp_micros(try_cast(dbz_source['ts_us'] as bigint)), null), if(nullif(try_cast(dbz_source['ts_ms'] as bigint), 0) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(dbz_source['ts_ms'] as bigint), 0)), null)), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(dbz_body.ts_ms as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(dbz_body.ts_ms as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, dbz_is_partial, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(dbz_body.transaction['id'], if(dbz_body.status is null, null, dbz_body.id), dbz_source['gtid'], dbz_source['txId'], if(dbz_is_row, dbz_source['commit_ts'], null)), null) as string) as transaction_id,
        cast(if(reason is null, nullif(dbz_source['server_id'], '0'), null) as string) as source_server,
        cast(if(reason is null, dbz_key_columns, null) as array<string>) as key_columns,
        cast(if(reason is null, if(options['order'] <=> 'offset' or options['deletes'] <=> 'tombstone', null, if(
            dbz_is_tidb and dbz_body.op <=> 'd' or exists(headers, header -> header.key = '__debezium.newkey'),
            concat(
                slice(dbz_sequence, 1, size(dbz_sequence) - 1),
                array(element_at(dbz_sequence, -1) - 1, 1)
            ),
            dbz_sequence
        )), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(dbz_body.ddl, ''), null) as string) as statement,
        cast(dbz_key_left_out as string) as key_left_out,
        cast(if(reason is null, coalesce(nullif(dbz_body.tableChanges, '[]'), to_json(dbz_types)), null) as string) as column_types,
        cast(if(reason is null, if(dbz_body.op = 'd', array(), slice(dbz_images, 1, 1)), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(dbz_before is null, array(), slice(dbz_images, 2, 1)), null) as array<map<string,string>>) as before_rows,
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
