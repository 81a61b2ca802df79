texts as (
    -- as in dialects/drs_mongo.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('debezium_mongodb'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`before`:string,`after`:string,`updateDescription`:struct<`updatedFields`:string,`removedFields`:array<string>,`truncatedArrays`:string>,`source`:map<string,string>,`op`:string,`ts_ms`:string,`transaction`:struct<`id`:string>,`status`:string,`id`:string,`payload`:struct<`before`:string,`after`:string,`updateDescription`:struct<`updatedFields`:string,`removedFields`:array<string>,`truncatedArrays`:string>,`source`:map<string,string>,`op`:string,`ts_ms`:string,`transaction`:struct<`id`:string>,`status`:string,`id`:string>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as dbm_parsed
    from texts

),

envelopes as (

    select
        * except (dbm_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        dbm_parsed.unread is not null as dbm_is_unread,
        if(
            (
                size(dbm_parsed.changefeed_message) = 2
                and dbm_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    dbm_parsed.unread is not null
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
            dbm_parsed.changefeed_message[0],
            null
        ) as dbm
    from parsed_messages

),

terms as (

    select
        *,
        if(dbm.payload is null, named_struct('before', dbm.`before`, 'after', dbm.`after`, 'updateDescription', dbm.`updateDescription`, 'source', dbm.`source`, 'op', dbm.`op`, 'ts_ms', dbm.`ts_ms`, 'transaction', dbm.`transaction`, 'status', dbm.`status`, 'id', dbm.`id`), dbm.payload) as dbm_body,
        coalesce(dbm_body.source['snapshot'], 'false') as dbm_snapshot,
        dbm_snapshot not in ('false', 'incremental') as dbm_is_load,
        case
            when dbm_body.op is not null then if(
                dbm_body.op = 'c' and dbm_is_load,
                'snapshot',
                case dbm_body.op when 'c' then 'insert' when 'r' then 'snapshot' when 'u' then 'update' when 'd' then 'delete' end
            )
            when dbm_body.status is not null then case dbm_body.status when 'BEGIN' then 'begin' when 'END' then 'commit' end
            when dbm_body.ts_ms is not null and dbm_body.source is null
                and (dbm.payload is not null or size(array_except(names, array('ts_ms', 'ts_us', 'ts_ns'))) = 0) then 'heartbeat'
            when dbm.payload is null and array_except(names, array('schema')) = array('payload') then 'other'
        end as dbm_operation,
        coalesce(dbm_operation in ('insert', 'update', 'delete', 'snapshot'), false) as dbm_is_row,
        if(dbm_is_row, (get(
            -- as in dialects/debezium_flat.sql, under get(
        ))['id'], null) as dbm_key_id,
        coalesce(dbm_body.op <> 'u' or dbm_body.after is not null, true) as dbm_is_whole,
        if(
            dbm_is_row,
            transform(
                array(dbm_body.after, dbm_body.before, if(dbm_is_whole, null, dbm_body.updateDescription.updatedFields), concat('{"_id":', dbm_key_id, '}')),
                json -> if(
                    contains(json, 'NaN') or contains(json, 'Infinity'),
                    regexp_replace(
                        json,
                        r'\G((?:[^"IN\-]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|-(?!Infinity))*+)(NaN|-?Infinity)',
                        r'$1{"\$numberDouble":"$2"}'
                    ),
                    json
                )
            ),
            null
        ) as dbm_jsons,
        transform(dbm_jsons, json -> get(
            -- as in dialects/drs_mongo.sql, under transform(dds_jsons, json -> get(
        )),
            read.objects[0]
        )
            ),
            0
        )) as dbm_documents,
        coalesce(dbm_documents[2], cast(map() as map<string,string>)) as dbm_set,
        if(dbm_is_whole, array(), coalesce(dbm_body.updateDescription.removedFields, array())) as dbm_unset,
        if(dbm_is_whole, array(), transform(coalesce(from_json(dbm_body.updateDescription.truncatedArrays, 'array<struct<field:string,size:int,newSize:int>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), if(dbm_body.updateDescription.truncatedArrays is null, array(), array(null))), each -> struct(each.field, coalesce(each.size, each.newSize) as size))) as dbm_cut,
        transform(
            array(dbm_documents[0], dbm_documents[1], dbm_set, dbm_documents[3]),
            members -> transform_values(members, (name, value) -> if(contains(name, '.'), if(
            startswith(value, '\uFDD01\uFDD02') or (not value rlike r'^[-0-9tfn\[{]|^\x{FDD0}1'),
            get(
                transform(
                    array(replace(if(startswith(value, '\uFDD01\uFDD02'), substr(value, 5), value), '\uFDD00', '\uFDD0')),
                    plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
                ),
                0
            ),
            case
                when value is null then 'null'
                when startswith(value, '\uFDD01') then substr(value, 3, length(value) - 4)
                when contains(value, '\uFDD0')
                    then replace(regexp_replace(replace(value, '"\uFDD01\uFDD02', '"'), r'"\uFDD01([^"\uFDD0]*)\uFDD02"', '$1'), '\uFDD00', '\uFDD0')
                else value
            end
        ), transform(
            array(case
            when (not value rlike r'^[-0-9tfn\[{]|^\x{FDD0}1') then replace(value, '\uFDD00', '\uFDD0')
            when startswith(value, '\uFDD01\uFDD02') then get(
                transform(
                    array(replace(substr(value, 5), '\uFDD00', '\uFDD0')),
                    text -> if(
                        text rlike r'(?s)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null|["\[{].*|[0-9a-fA-F]{24}|[0-9]{4}-[0-9]{2}-[0-9]{2}T.*)$',
                        get(
            transform(
                array(text),
                plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
            ),
            0
        ),
            -- as in dialects/drs_mongo.sql
        end),
            -- as in dialects/drs_mongo.sql
        end),
            text -> case
                when not startswith(text, '{"$') then text
                when text rlike r'^\{"\$number(?:Long|Int)":"(?:0|-?[1-9][0-9]{0,18})"\}\z' then regexp_extract(text, ':"([^"]*)"', 1)
                when text rlike r'^\{"\$date":(?:\{"\$numberLong":"-?[0-9]{1,15}"\}|-?[0-9]{1,15})\}\z' then coalesce(
                    date_format(if(cast(regexp_extract(text, '(-?[0-9]+)', 1) as bigint) between -62135596800000 and 253402300799999, timestamp_millis(cast(regexp_extract(text, '(-?[0-9]+)', 1) as bigint)), null), "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"),
                    text
                )
                when text rlike r'^\{"\$binary":"[^"\\]*","\$type":"[0-9a-fA-F]{1,2}"\}\z'
                    then regexp_replace(text, r'^\{"\$binary":"([^"]*)","\$type":"([^"]*)"\}\z', r'{"\$binary":{"base64":"$1","subType":"$2"}}')
                else text
            end
        )[0]))
        ) as dbm_rows,
        if(
            contains(value_text, r'\u00') or value_text rlike r'"(?:before|after|updatedFields|db|collection)"\s*+:\s*+(?!["n])'
            or exists(dbm_unset, text -> coalesce(text rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$', false)),
            exists(
                array(from_json(value_text, 'before variant, after variant, updateDescription struct<updatedFields:variant,removedFields:array<variant>>, source struct<db:variant, collection:variant>, payload struct<before:variant, after:variant, updateDescription:struct<updatedFields:variant,removedFields:array<variant>>, source:struct<db:variant, collection:variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                sent -> exists(
                    zip_with(
                        concat(array(dbm_body.before, dbm_body.after, dbm_body.updateDescription.updatedFields, dbm_body.source['db'], dbm_body.source['collection']), dbm_unset),
                        transform(
                            array(if(
                                dbm.payload is null,
                                struct(sent.before, sent.after, sent.updateDescription, sent.source),
                                struct(sent.payload.before, sent.payload.after, sent.payload.updateDescription, sent.payload.source)
                            )),
                            body -> concat(
                                array(body.before, body.after, body.updateDescription.updatedFields, body.source.db, body.source.collection),
                                coalesce(body.updateDescription.removedFields, array())
                            )
                        )[0],
                        (text, value) -> text is not null and coalesce(if(
            try_variant_get(value, '$', 'array<variant>') is not null
            or try_variant_get(value, '$', 'map<string,variant>') is not null,
            'CONTAINER',
            schema_of_variant(value)
        ) not in ('STRING', 'VOID'), true)
                    ),
                    is_other -> is_other
                )
            ),
            false
        ) as dbm_has_non_string,
        array(dbm_body.source['ts_ms'], dbm_body.source['ord']) as dbm_log_position
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'debezium_mongodb' then case
                when dbm is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((dbm.`payload` is null and dbm.`op` is null and dbm.`ts_ms` is null and dbm.`status` is null) or arrays_overlap(names, split('data,database,es,gtid,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,clusterTime,coll,db,extra,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,csn,current_ts,op_ts,op_type,pos,primary_keys,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (dbm_body.op is not null and not coalesce(dbm_body.source['connector'] = 'mongodb', false))) then 'wrong_dialect'
                when dbm_operation is null then 'unknown_operation'
                when dbm_operation in ('insert', 'snapshot') and dbm_body.after is null or dbm_operation = 'delete' and dbm_body.before is null and dbm_key_id is null then 'document_missing'
                when dbm_operation = 'update' and dbm_body.after is null and (dbm_body.updateDescription is null or dbm_body.updateDescription.updatedFields is null and size(dbm_unset) = 0 and size(dbm_cut) = 0) then 'unknown_update'
                when not dbm_is_whole and exists(concat(concat(map_keys(dbm_set), dbm_unset), dbm_cut.field), name -> contains(name, '.') and exists(split(name, '[.]'), part -> part = '')) then 'path_not_followed'
                when dbm_is_row and (exists(array(0, 1, 2, 3), i -> dbm_jsons[i] is not null and (dbm_documents[i] is null or if(
                            contains(dbm_jsons[i], r'\u'),
                            if(
                                contains(dbm_jsons[i], r'\ud') or contains(dbm_jsons[i], r'\uD'),
                                regexp_replace(
                                    replace(dbm_jsons[i], r'\\', ' '),
                                    r'\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}',
                                    ' '
                                ) rlike r'\\u[dD][89a-fA-F]',
                                false
                            ),
                            false
                        ) or contains(array_join(map_keys(dbm_documents[i]), ''), '\u0000'))) or exists(dbm_unset, name -> name is null or contains(name, '\u0000')) or dbm_documents[3] is not null and size(dbm_documents[3]) <> 1) then 'document_unreadable'
                when dbm_is_row and not dbm_is_load and exists(dbm_log_position, number -> not coalesce(number rlike r'^[0-9]{1,18}\z', false)) then 'sequence_missing'
                when ((dbm_is_row and (exists(dbm_documents, members -> coalesce((size(array_distinct(map_keys(members))) <> size(members)), false)) or size(array_distinct(concat(map_keys(dbm_set), dbm_unset))) <> size(concat(map_keys(dbm_set), dbm_unset)))) or (coalesce((size(array_distinct(map_keys(dbm.`source`))) <> size(dbm.`source`)), false) or coalesce((size(array_distinct(map_keys(dbm.`payload`.`source`))) <> size(dbm.`payload`.`source`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`updateDescription`:string,`transaction`:string,`payload`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`updateDescription`, sent.`transaction`, sent.`payload`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) or coalesce(exists(array(from_json(value_text, 'struct<`payload`:struct<`updateDescription`:string,`transaction`:string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`payload`.`updateDescription`, sent.`payload`.`transaction`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false))) then 'duplicate_name'
                when ((dbm_is_row and (dbm_has_non_string or exists(dbm_cut, each -> each.field is null or not coalesce(each.size >= 0, false)))) or (dbm_is_unread)) then 'wrong_type'
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
                -- as in dialects/baseline.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'debezium_mongodb' then case reason
                    when 'wrong_dialect' then if(dbm_body.op is not null and not coalesce(dbm_body.source['connector'] = 'mongodb', false), concat('The message is of the connector ', coalesce(dbm_body.source['connector'], 'null'), ', not of MongoDB\'s. Check the dialect of this feed in seeds/changefeed_feeds.csv.'), concat_ws(' ', 'A message of debezium_mongodb has payload or op or ts_ms or status.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,es,gtid,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|clusterTime,coll,db,extra,value,where:drs_mongo|recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|op_type:ogg and others|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ddl,tableChanges:debezium|message:debezium and others|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('Debezium documents no op ', coalesce(dbm_body.op, 'null'), ' of MongoDB.')
                    when 'document_missing' then if(dbm_operation = 'delete', 'The delete has no id in its Kafka key.', concat('The message of op ', dbm_body.op, ' has no document in after.'))
                    when 'unknown_update' then 'The update has neither the document after it nor what it sets or takes away. (What the connector wrote before version 2, patch, is not read.)'
                    when 'path_not_followed' then concat('The update changes ', array_join(concat(concat(map_keys(dbm_set), dbm_unset), dbm_cut.field), ', '), ', and has no document: paths with an empty name are not followed. The document is out of date until it is sent whole: set capture.mode=change_streams_update_full, or load the collection again.')
                    when 'document_unreadable' then concat('A document, what an update sets, or the id of the Kafka key is not one value of Extended JSON. The document begins: ', left(coalesce(dbm_body.after, dbm_body.updateDescription.updatedFields, dbm_key_id), 80))
                    when 'sequence_missing' then concat('source has whole numbers in ts_ms and ord, by which changes are ordered; here they are ', coalesce(dbm_body.source['ts_ms'], 'missing'), ' and ', coalesce(dbm_body.source['ord'], 'missing'), '.')
                    when 'duplicate_name' then if(dbm_is_row and (exists(dbm_documents, members -> coalesce((size(array_distinct(map_keys(members))) <> size(members)), false)) or size(array_distinct(concat(map_keys(dbm_set), dbm_unset))) <> size(concat(map_keys(dbm_set), dbm_unset))), 'A document, or what an update sets and takes away, names a member twice.', 'A row, or what describes its columns, names a column twice.')
                    when 'wrong_type' then if(dbm_is_unread, 'A member holds another kind of JSON value than debezium_mongodb sends: an object (updateDescription, source, transaction, payload, payload.updateDescription, payload.source, payload.transaction), a list (updateDescription.removedFields, payload.updateDescription.removedFields).', 'after, before and updatedFields are texts, of Extended JSON, and so are removedFields, db and collection; truncatedArrays has a field, a text, and a size each; here one is another kind of JSON value.')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, dbm_operation, null) as string)
        ) as operation,
        cast(dbm_body.source['db'] as string) as source_database,
        cast(null as string) as source_schema,
        cast(dbm_body.source['collection'] as string) as source_table,
        cast(null as string) as statement_kind,
        cast(if(reason is null, if(try_cast(dbm_body.source['ts_ms'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(dbm_body.source['ts_ms'] as bigint)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(dbm_body.ts_ms as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(dbm_body.ts_ms as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, dbm_operation = 'delete' and dbm_rows[1] is null or not dbm_is_whole, null) as boolean) as is_partial,
        cast(if(reason is null, false, null) as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(dbm_body.transaction.id, if(dbm_body.status is null, null, dbm_body.id)), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, array('_id'), null) as array<string>) as key_columns,
        cast(if(reason is null, if(not dbm_is_row or dbm_is_load, null, transform(array_append(dbm_log_position, cast(offset as string)), number -> cast(number as decimal(38,0)))), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, case
            when dbm_operation in ('insert', 'snapshot') or dbm_is_whole and dbm_operation = 'update' then array(dbm_rows[0])
            when dbm_operation = 'update' then array(map_concat(
                map_filter(coalesce(dbm_rows[3], cast(map() as map<string,string>)), (name, text) -> not array_contains(map_keys(dbm_set), name)),
                transform_keys(dbm_rows[2], (name, text) -> replace(name, '.', '\u0000')),
                map_from_arrays(transform(dbm_unset, name -> replace(name, '.', '\u0000')), array_repeat(cast(null as string), size(dbm_unset))),
                map_from_entries(transform(dbm_cut, each -> struct(concat(replace(each.field, '.', '\u0000'), '\u0000\uFDD0'), cast(each.size as string))))
            ))
            else array()
        end, null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case
            when dbm_operation in ('update', 'delete') and dbm_rows[1] is not null then array(dbm_rows[1])
            when dbm_operation in ('update', 'delete') and dbm_rows[3] is not null then array(dbm_rows[3])
            else array()
        end, null) as array<map<string,string>>) as before_rows,
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
