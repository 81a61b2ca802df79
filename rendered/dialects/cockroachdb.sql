texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('cockroachdb'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`after`:map<string,string>,`before`:map<string,string>,`key`:string,`op`:string,`updated`:string,`resolved`:string,`source`:struct<`database_name`:string,`schema_name`:string,`table_name`:string,`primary_keys`:array<string>,`ts_hlc`:string>,`payload`:struct<`after`:map<string,string>,`before`:map<string,string>,`key`:string,`op`:string,`updated`:string,`resolved`:string,`source`:struct<`database_name`:string,`schema_name`:string,`table_name`:string,`primary_keys`:array<string>,`ts_hlc`:string>>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as crdb_parsed
    from texts

),

envelopes as (

    select
        * except (crdb_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        crdb_parsed.unread is not null as crdb_is_unread,
        if(
            (
                size(crdb_parsed.changefeed_message) = 2
                and crdb_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    crdb_parsed.unread is not null
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
                transform(array(crdb_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`after`, e.`before`), m -> transform_values(if(
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
                            transform(array(e.`key`, e.`op`, e.`updated`, e.`resolved`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts
                        )),
                        of -> named_struct(
                            'after', of.maps[0],
                            'before', of.maps[1],
                            'key', of.texts[0],
                            'op', of.texts[1],
                            'updated', of.texts[2],
                            'resolved', of.texts[3],
                            'source', if(
                                e.`source` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`source`.`database_name`, e.`source`.`schema_name`, e.`source`.`table_name`, e.`source`.`ts_hlc`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'database_name', of.texts[0],
                                        'schema_name', of.texts[1],
                                        'table_name', of.texts[2],
                                        'primary_keys', transform(e.`source`.`primary_keys`, text -> if(
                                            contains(text, '\uFDD0'),
                                            replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            text
                                        )),
                                        'ts_hlc', of.texts[3]
                                    )
                                )[0]
                            ),
                            'payload', if(
                                e.`payload` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`payload`.`after`, e.`payload`.`before`), m -> transform_values(if(
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
                                        transform(array(e.`payload`.`key`, e.`payload`.`op`, e.`payload`.`updated`, e.`payload`.`resolved`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'after', of.maps[0],
                                        'before', of.maps[1],
                                        'key', of.texts[0],
                                        'op', of.texts[1],
                                        'updated', of.texts[2],
                                        'resolved', of.texts[3],
                                        'source', if(
                                            e.`payload`.`source` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none,
                                                    transform(array(e.`payload`.`source`.`database_name`, e.`payload`.`source`.`schema_name`, e.`payload`.`source`.`table_name`, e.`payload`.`source`.`ts_hlc`), m -> if(
                                                        contains(m, '\uFDD0'),
                                                        replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                                        m
                                                    )) as texts
                                                )),
                                                of -> named_struct(
                                                    'database_name', of.texts[0],
                                                    'schema_name', of.texts[1],
                                                    'table_name', of.texts[2],
                                                    'primary_keys', transform(e.`payload`.`source`.`primary_keys`, text -> if(
                                                        contains(text, '\uFDD0'),
                                                        replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                                        text
                                                    )),
                                                    'ts_hlc', of.texts[3]
                                                )
                                            )[0]
                                        )
                                    )
                                )[0]
                            ),
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                crdb_parsed.changefeed_message[0]
            ),
            null
        ) as crdb
    from parsed_messages

),

terms as (

    select
        *,
        coalesce(crdb.payload, struct(crdb.after, crdb.before, crdb.key, crdb.op, crdb.updated, crdb.resolved, crdb.source)) as crdb_body,
        case
            when value_text is null then null
            when crdb_body.resolved is not null then 'heartbeat'
            when crdb_body.op is not null then case crdb_body.op when 'c' then 'insert' when 'u' then 'update' when 'd' then 'delete' end
            when crdb_body.after is null then 'delete'
            when array_contains(names, 'before') and crdb_body.before is null then 'insert'
            else 'update'
        end as crdb_operation,
        coalesce(crdb_operation in ('insert', 'update', 'delete'), false) as crdb_is_row,
        if(value_text is null or crdb_operation <=> 'heartbeat', null, split(topic, '[.]')) as crdb_parts,
        coalesce(crdb_body.source.database_name, get(crdb_parts, size(crdb_parts) - 3)) as crdb_database,
        coalesce(crdb_body.source.schema_name, get(crdb_parts, size(crdb_parts) - 2)) as crdb_schema,
        coalesce(crdb_body.source.table_name, element_at(crdb_parts, -1)) as crdb_table,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(crdb_database, ''), database_override, '')), coalesce(nullif(crdb_database, ''), database_override, ''),
                length(coalesce(nullif(crdb_schema, ''), schema_override, '')), coalesce(nullif(crdb_schema, ''), schema_override, ''),
                length(coalesce(crdb_table, '')), coalesce(crdb_table, '')
            )] as crdb_own_key,
        if(size(crdb_body.source.primary_keys) > 0, crdb_body.source.primary_keys, null) as crdb_sent_keys,
        coalesce(crdb_own_key, crdb_sent_keys) as crdb_key_names,
        trim(coalesce(crdb_body.key, cast(key as string))) as crdb_key_text,
        regexp_replace(
            if(
                contains(crdb_key_text, r'\u') or contains(crdb_key_text, '\uFDD0'),
                replace(
                    if(
                        contains(lower(crdb_key_text), r'\ufdd0'),
                        regexp_replace(crdb_key_text, r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
                        crdb_key_text
                    ),
                    '\uFDD0',
                    '\uFDD00'
                ),
                crdb_key_text
            ),
            r'\G((?:[^"\-0-9]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9]))*+)(-?(?:0(?![0-9])|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+)',
            '$1"\uFDD01$2"'
        ) as crdb_key_marked,
        transform(from_json(if(startswith(crdb_key_text, '['), crdb_key_marked, null), 'array<string>'), text -> if(
            contains(text, '\uFDD0'),
            replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            text
        )) as crdb_key_values,
        get(filter(
            transform(
                array(from_json(if(startswith(crdb_key_text, '{'), crdb_key_marked, null), 'map<string,string>')),
                sent -> if(
                    array_sort(map_keys(sent)) = array('payload', 'schema') and startswith(sent['payload'], '{'),
                    from_json(sent['payload'], 'map<string,string>'),
                    sent
                )
            ),
            sent -> not (size(array_distinct(map_keys(sent))) <> size(sent))
        ), 0) as crdb_key_object,
        case
            when crdb_key_values is null then transform_values(if(
            contains(array_join(map_keys(crdb_key_object), ''), '\uFDD0') and not (size(array_distinct(map_keys(crdb_key_object))) <> size(crdb_key_object)),
            transform_keys(crdb_key_object, (name, text) -> if(
            contains(name, '\uFDD0'),
            replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            name
        )),
            crdb_key_object
        ), (name, text) -> if(
            contains(text, '\uFDD0'),
            replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            text
        ))
            when size(crdb_key_values) = size(crdb_key_names) then map_from_arrays(crdb_key_names, crdb_key_values)
        end as crdb_key_row,
        crdb_key_values is not null and coalesce(exists(map_keys(crdb_key_row), name -> crdb_key_row[name] <> crdb_body.after[name]), false) as crdb_is_key_other,
        transform(array(coalesce(crdb_body.source.ts_hlc, crdb_body.updated, crdb_body.resolved)), text -> if(text rlike r'^[0-9]{1,19}[.][0-9]{10}\z', transform(split(text, '[.]'), part -> cast(part as decimal(38,0))), null))[0] as crdb_hlc
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'cockroachdb' then case
                when crdb is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when ((arrays_overlap(names, split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,clusterTime,coll,db,extra,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,csn,current_ts,op_ts,op_type,pos,primary_keys,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,meta,ts_ms,ddl,tableChanges,message,action,change,beforeData,headers,magic,specversion', ','))) or (crdb_body.resolved is null and if(crdb.payload is null, not array_contains(names, 'after'), crdb_body.op is null))) then 'wrong_dialect'
                when crdb_operation is null then 'unknown_operation'
                when crdb_operation in ('insert', 'update') and crdb_body.after is null then 'row_missing'
                when crdb_operation = 'insert' and crdb_body.before is not null or crdb_operation = 'delete' and crdb_body.after is not null then 'two_images'
                when crdb_operation in ('update', 'delete') and crdb_body.before is null and size(crdb_own_key) = 0 then 'before_missing'
                when if(         contains(crdb_key_text, r'\u'),         if(             contains(crdb_key_text, r'\ud') or contains(crdb_key_text, r'\uD'),             regexp_replace(                 replace(crdb_key_text, r'\\', ' '),                 r'\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}',                 ' '             ) rlike r'\\u[dD][89a-fA-F]',             false         ),         false     ) or crdb_is_key_other or crdb_operation = 'delete' and crdb_body.before is null and crdb_key_row is null and crdb_key_names is not null then 'keys_unreadable'
                when crdb_is_row and not options['order'] <=> 'offset' and crdb_hlc is null then 'sequence_missing'
                when coalesce((size(array_distinct(map_keys(crdb.`after`))) <> size(crdb.`after`)), false) or coalesce((size(array_distinct(map_keys(crdb.`before`))) <> size(crdb.`before`)), false) or coalesce((size(array_distinct(map_keys(crdb.`payload`.`after`))) <> size(crdb.`payload`.`after`)), false) or coalesce((size(array_distinct(map_keys(crdb.`payload`.`before`))) <> size(crdb.`payload`.`before`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`source`:string,`payload`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`source`, sent.`payload`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) or coalesce(exists(array(from_json(value_text, 'struct<`payload`:struct<`source`:string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`payload`.`source`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when crdb_is_unread
                    or if(
                        if(
                        concat_ws('', left(crdb.`op`, 1), left(crdb.`updated`, 1), left(crdb.`resolved`, 1), left(crdb.`source`.`database_name`, 1), left(crdb.`source`.`schema_name`, 1), left(crdb.`source`.`table_name`, 1), left(crdb.`source`.`ts_hlc`, 1), left(crdb.`payload`.`op`, 1), left(crdb.`payload`.`updated`, 1), left(crdb.`payload`.`resolved`, 1), left(crdb.`payload`.`source`.`database_name`, 1), left(crdb.`payload`.`source`.`schema_name`, 1), left(crdb.`payload`.`source`.`table_name`, 1), left(crdb.`payload`.`source`.`ts_hlc`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', crdb.`op`, crdb.`updated`, crdb.`resolved`, crdb.`source`.`database_name`, crdb.`source`.`schema_name`, crdb.`source`.`table_name`, crdb.`source`.`ts_hlc`, crdb.`payload`.`op`, crdb.`payload`.`updated`, crdb.`payload`.`resolved`, crdb.`payload`.`source`.`database_name`, crdb.`payload`.`source`.`schema_name`, crdb.`payload`.`source`.`table_name`, crdb.`payload`.`source`.`ts_hlc`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ) or concat_ws('\n', crdb.`source`.`primary_keys`, crdb.`payload`.`source`.`primary_keys`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        exists(
                            array(from_json(value_text, 'struct<`op`:variant,`updated`:variant,`resolved`:variant,`source`:struct<`database_name`:variant,`schema_name`:variant,`table_name`:variant,`primary_keys`:array<variant>,`ts_hlc`:variant>,`payload`:struct<`op`:variant,`updated`:variant,`resolved`:variant,`source`:struct<`database_name`:variant,`schema_name`:variant,`table_name`:variant,`primary_keys`:array<variant>,`ts_hlc`:variant>>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(crdb.`op` as text, sent.`op` as value),
                                    struct(crdb.`updated` as text, sent.`updated` as value),
                                    struct(crdb.`resolved` as text, sent.`resolved` as value),
                                    struct(crdb.`source`.`database_name` as text, sent.`source`.`database_name` as value),
                                    struct(crdb.`source`.`schema_name` as text, sent.`source`.`schema_name` as value),
                                    struct(crdb.`source`.`table_name` as text, sent.`source`.`table_name` as value),
                                    struct(crdb.`source`.`ts_hlc` as text, sent.`source`.`ts_hlc` as value),
                                    struct(crdb.`payload`.`op` as text, sent.`payload`.`op` as value),
                                    struct(crdb.`payload`.`updated` as text, sent.`payload`.`updated` as value),
                                    struct(crdb.`payload`.`resolved` as text, sent.`payload`.`resolved` as value),
                                    struct(crdb.`payload`.`source`.`database_name` as text, sent.`payload`.`source`.`database_name` as value),
                                    struct(crdb.`payload`.`source`.`schema_name` as text, sent.`payload`.`source`.`schema_name` as value),
                                    struct(crdb.`payload`.`source`.`table_name` as text, sent.`payload`.`source`.`table_name` as value),
                                    struct(crdb.`payload`.`source`.`ts_hlc` as text, sent.`payload`.`source`.`ts_hlc` as value)
                                ),
                                each -> each.text is not null and coalesce(if(
                        try_variant_get(each.value, '$', 'array<variant>') is not null
                        or try_variant_get(each.value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(each.value)
                    ) not in ('STRING', 'VOID'), true)
                            )
                            or crdb.`source`.`primary_keys` is not null and coalesce(exists(
                                zip_with(crdb.`source`.`primary_keys`, sent.`source`.`primary_keys`, (text, value) -> text is not null and coalesce(if(
                        try_variant_get(value, '$', 'array<variant>') is not null
                        or try_variant_get(value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(value)
                    ) not in ('STRING', 'VOID'), true)),
                                is_other -> is_other
                            ), true)
                            or crdb.`payload`.`source`.`primary_keys` is not null and coalesce(exists(
                                zip_with(crdb.`payload`.`source`.`primary_keys`, sent.`payload`.`source`.`primary_keys`, (text, value) -> text is not null and coalesce(if(
                        try_variant_get(value, '$', 'array<variant>') is not null
                        or try_variant_get(value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(value)
                    ) not in ('STRING', 'VOID'), true)),
                                is_other -> is_other
                            ), true)
                        ),
                        false
                    ) then 'wrong_type'
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
                when 'cockroachdb' then case reason
                    when 'wrong_dialect' then if(crdb_body.resolved is null and if(crdb.payload is null, not array_contains(names, 'after'), crdb_body.op is null), 'A changefeed of CockroachDB with envelope=wrapped or enriched writes after, or resolved; those with envelope=row, bare or key_only are not decoded. Check the dialect of this feed in seeds/changefeed_feeds.csv.', concat_ws(' ', 'A message of cockroachdb.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|clusterTime,coll,db,extra,value,where:drs_mongo|recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|op_type:ogg and others|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('CockroachDB writes c, u and d in op, not ', crdb_body.op, '.')
                    when 'row_missing' then concat('The row of op ', crdb_body.op, ' is absent or null in after.')
                    when 'two_images' then concat('op is ', crdb_body.op, ', and a row stands in ', if(crdb_operation = 'insert', 'before', 'after'), '.')
                    when 'before_missing' then 'The table is declared without a key, and the row before is missing: create the changefeed WITH diff, or declare the key in seeds/changefeed_table_keys.csv.'
                    when 'keys_unreadable' then concat('The key of the message is ', coalesce(crdb_key_text, 'missing'), ', and not the values of the columns ', array_join(crdb_key_names, ', '), '. Declare the columns of the primary key in seeds/changefeed_table_keys.csv, in its order; with key_column let the changefeed write key_in_value.')
                    when 'sequence_missing' then 'The message has no time of its commit: create the changefeed WITH updated (with envelope=enriched also enriched_properties=source), or set order=offset among the options of this feed.'
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than cockroachdb sends: an object (after, before, source, payload, payload.after, payload.before, payload.source), a text (op, updated, resolved, source.database_name, source.schema_name, source.table_name, source.ts_hlc, payload.op, payload.updated, payload.resolved, payload.source.database_name, payload.source.schema_name, payload.source.table_name, payload.source.ts_hlc), a list of texts (source.primary_keys, payload.source.primary_keys).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, crdb_operation, null) as string)
        ) as operation,
        cast(crdb_database as string) as source_database,
        cast(crdb_schema as string) as source_schema,
        cast(crdb_table as string) as source_table,
        cast(null as string) as statement_kind,
        cast(if(reason is null, timestamp_micros(try_cast(crdb_hlc[0] as bigint) div 1000), null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, crdb_operation = 'delete' and crdb_body.before is null, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, coalesce(crdb_sent_keys, if(crdb_body.source.primary_keys is null, map_keys(crdb_key_object), null)), null) as array<string>) as key_columns,
        cast(if(reason is null, if(crdb_is_row and not options['order'] <=> 'offset', if(crdb_operation = 'delete', concat(
            slice(crdb_hlc, 1, size(crdb_hlc) - 1),
            array(element_at(crdb_hlc, -1) - 1, 1)
        ), crdb_hlc), null), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, if(crdb_operation in ('insert', 'update'), array(crdb_body.after), array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case
            when crdb_operation in ('update', 'delete') and crdb_body.before is not null then array(crdb_body.before)
            when crdb_operation = 'delete' then array(crdb_key_row)
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
