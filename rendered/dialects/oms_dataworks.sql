texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('oms_dataworks'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`schema`:struct<`column`:array<map<string,string>>,`pk`:array<string>,`source`:struct<`dbName`:string,`schema`:string,`table`:string>>,`payload`:struct<`before`:struct<`data`:map<string,string>>,`after`:struct<`data`:map<string,string>>,`op`:string,`timestamp`:struct<`eventTime`:string,`systemTime`:string>,`ddl`:struct<`text`:string>>,`version`:string,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as oms_dataworks_parsed
    from texts

),

envelopes as (

    select
        * except (oms_dataworks_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        oms_dataworks_parsed.unread is not null as oms_dataworks_is_unread,
        if(
            (
                size(oms_dataworks_parsed.changefeed_message) = 2
                and oms_dataworks_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    oms_dataworks_parsed.unread is not null
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
                transform(array(oms_dataworks_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`version`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts
                        )),
                        of -> named_struct(
                            'schema', if(
                                e.`schema` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none
                                    )),
                                    of -> named_struct(
                                        'column', transform(e.`schema`.`column`, row -> transform_values(if(
                                            contains(array_join(map_keys(row), ''), '\uFDD0') and not (size(array_distinct(map_keys(row))) <> size(row)),
                                            transform_keys(row, (name, text) -> if(
                                            contains(name, '\uFDD0'),
                                            replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            name
                                        )),
                                            row
                                        ), (name, text) -> if(
                                            contains(text, '\uFDD0'),
                                            replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            text
                                        ))),
                                        'pk', transform(e.`schema`.`pk`, text -> if(
                                            contains(text, '\uFDD0'),
                                            replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            text
                                        )),
                                        'source', if(
                                            e.`schema`.`source` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none,
                                                    transform(array(e.`schema`.`source`.`dbName`, e.`schema`.`source`.`schema`, e.`schema`.`source`.`table`), m -> if(
                                                        contains(m, '\uFDD0'),
                                                        replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                                        m
                                                    )) as texts
                                                )),
                                                of -> named_struct(
                                                    'dbName', of.texts[0],
                                                    'schema', of.texts[1],
                                                    'table', of.texts[2]
                                                )
                                            )[0]
                                        )
                                    )
                                )[0]
                            ),
                            'payload', if(
                                e.`payload` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`payload`.`op`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'before', if(
                                            e.`payload`.`before` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none,
                                                    transform(array(e.`payload`.`before`.`data`), m -> transform_values(if(
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
                                                    ))) as maps
                                                )),
                                                of -> named_struct(
                                                    'data', of.maps[0]
                                                )
                                            )[0]
                                        ),
                                        'after', if(
                                            e.`payload`.`after` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none,
                                                    transform(array(e.`payload`.`after`.`data`), m -> transform_values(if(
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
                                                    ))) as maps
                                                )),
                                                of -> named_struct(
                                                    'data', of.maps[0]
                                                )
                                            )[0]
                                        ),
                                        'op', of.texts[0],
                                        'timestamp', if(
                                            -- as in dialects/dataworks.sql
                                        ),
                                        'ddl', if(
                                            -- as in dialects/dataworks.sql
                                        )
                                    )
                                )[0]
                            ),
                            'version', of.texts[0],
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                oms_dataworks_parsed.changefeed_message[0]
            ),
            null
        ) as oms_dataworks
    from parsed_messages

),

terms as (

    select
        *,
        case
            when oms_dataworks.payload.op in ('CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX', 'QUERY', 'TRUNCATE') and coalesce(oms_dataworks.payload.ddl.text rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false) then 'truncate'
            when oms_dataworks.payload.op = 'QUERY' and coalesce(oms_dataworks.payload.ddl.text rlike r'(?is)^\s*+(?:insert|update|delete|replace|merge)\b', false) then 'other'
            else case oms_dataworks.payload.op when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' when 'ROW' then 'snapshot' when 'HEARTBEAT' then 'heartbeat' when 'TRANSACTION_BEGIN' then 'begin' when 'TRANSACTION_END' then 'commit' when 'XACOMMIT' then 'commit' when 'XAROLLBACK' then 'rollback' when 'GTID' then 'other' when 'CREATE' then 'ddl' when 'ALTER' then 'ddl' when 'ERASE' then 'ddl' when 'RENAME' then 'ddl' when 'CINDEX' then 'ddl' when 'DINDEX' then 'ddl' when 'QUERY' then 'ddl' when 'TRUNCATE' then 'truncate' end
        end as oms_dataworks_operation,
        get(
            transform(
                array(transform(oms_dataworks.schema.column, c -> c['name'])),
                names -> if(
                    names is null or array_contains(transform(names, name -> name is null), true) or size(array_distinct(names)) <> size(names),
                    null,
                    map_from_arrays(names, transform(oms_dataworks.schema.column, c -> c['type']))
                )
            ),
            0
        ) as oms_dataworks_sent_types,
        if(
            declared_types[concat_ws(':',
                length(coalesce(nullif(oms_dataworks.schema.source.dbName, ''), database_override, '')), coalesce(nullif(oms_dataworks.schema.source.dbName, ''), database_override, ''),
                length(coalesce(nullif(oms_dataworks.schema.source.schema, ''), schema_override, '')), coalesce(nullif(oms_dataworks.schema.source.schema, ''), schema_override, ''),
                length(coalesce(oms_dataworks.schema.source.table, '')), coalesce(oms_dataworks.schema.source.table, '')
            )] is null,
            oms_dataworks_sent_types,
            map_concat(
                map_filter(declared_types[concat_ws(':',
                length(coalesce(nullif(oms_dataworks.schema.source.dbName, ''), database_override, '')), coalesce(nullif(oms_dataworks.schema.source.dbName, ''), database_override, ''),
                length(coalesce(nullif(oms_dataworks.schema.source.schema, ''), schema_override, '')), coalesce(nullif(oms_dataworks.schema.source.schema, ''), schema_override, ''),
                length(coalesce(oms_dataworks.schema.source.table, '')), coalesce(oms_dataworks.schema.source.table, '')
            )], (name, type) -> not coalesce(map_contains_key(oms_dataworks_sent_types, name), false)),
                coalesce(oms_dataworks_sent_types, map())
            )
        ) as oms_dataworks_types,
        if(
            oms_dataworks.payload.op in ('UPDATE', 'DELETE') and coalesce(options['lob_mode'], '') <> 'complete',
            map_keys(map_filter(oms_dataworks_types, (name, type) -> coalesce(lower(regexp_extract(type, '^[^( ]*', 0)) in (
                'tinytext', 'text', 'mediumtext', 'longtext', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'json',
                'geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection',
                'geomcollection', 'clob', 'nclob', 'xmltype', 'sdo_geometry'
            ), false))),
            array()
        ) as oms_dataworks_lobs,
        if(
            oms_dataworks.payload.op = 'UPDATE' and size(oms_dataworks_lobs) > 0,
            map_filter(oms_dataworks.payload.after.data, (name, text) ->
                text is not null or not array_contains(oms_dataworks_lobs, name) or oms_dataworks.payload.before.data[name] is not null),
            oms_dataworks.payload.after.data
        ) as oms_dataworks_after,
        if(
            size(oms_dataworks_lobs) > 0,
            map_filter(oms_dataworks.payload.before.data, (name, text) -> text is not null or not array_contains(oms_dataworks_lobs, name)),
            oms_dataworks.payload.before.data
        ) as oms_dataworks_before
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'oms_dataworks' then case
                when oms_dataworks is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((oms_dataworks.`payload` is null) or (oms_dataworks.`version` is null) or arrays_overlap(names, split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,columnType,opType,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,source,tokens,before-image,control,metadata,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (not coalesce(oms_dataworks.version rlike r'^2([.]|\z)', false))) then 'wrong_dialect'
                when oms_dataworks_operation is null then 'unknown_operation'
                when oms_dataworks.payload.op in ('INSERT', 'ROW', 'UPDATE_AFTER', 'UPDATE') and oms_dataworks.payload.after.data is null or oms_dataworks.payload.op in ('DELETE', 'UPDATE_BEFOR', 'UPDATE_BEFORE', 'UPDATE') and oms_dataworks.payload.before.data is null then 'row_missing'
                when (oms_dataworks.payload.op in ('INSERT', 'ROW') and oms_dataworks.payload.before.data is not null) or (oms_dataworks.payload.op in ('DELETE', 'UPDATE_BEFOR', 'UPDATE_BEFORE') and oms_dataworks.payload.after.data is not null) then 'row_too_many'
                when oms_dataworks.schema.column is not null and oms_dataworks_sent_types is null then 'columns_unusable'
                when coalesce(case size(oms_dataworks.`schema`.`column`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((oms_dataworks.`schema`.`column`)[0]))) <> size((oms_dataworks.`schema`.`column`)[0]))
                        else exists(oms_dataworks.`schema`.`column`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false) or coalesce((size(array_distinct(map_keys(oms_dataworks.`payload`.`before`.`data`))) <> size(oms_dataworks.`payload`.`before`.`data`)), false) or coalesce((size(array_distinct(map_keys(oms_dataworks.`payload`.`after`.`data`))) <> size(oms_dataworks.`payload`.`after`.`data`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`schema`:string,`payload`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`schema`, sent.`payload`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) or coalesce(exists(array(from_json(value_text, 'struct<`schema`:struct<`source`:string>,`payload`:struct<`before`:string,`after`:string,`timestamp`:string,`ddl`:string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`schema`.`source`, sent.`payload`.`before`, sent.`payload`.`after`, sent.`payload`.`timestamp`, sent.`payload`.`ddl`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when oms_dataworks_is_unread
                    or if(
                        if(
                        concat_ws('', left(oms_dataworks.`schema`.`source`.`dbName`, 1), left(oms_dataworks.`schema`.`source`.`schema`, 1), left(oms_dataworks.`schema`.`source`.`table`, 1), left(oms_dataworks.`payload`.`op`, 1), left(oms_dataworks.`payload`.`ddl`.`text`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', oms_dataworks.`schema`.`source`.`dbName`, oms_dataworks.`schema`.`source`.`schema`, oms_dataworks.`schema`.`source`.`table`, oms_dataworks.`payload`.`op`, oms_dataworks.`payload`.`ddl`.`text`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ) or concat_ws('\n', flatten(transform(oms_dataworks.`schema`.`column`, each -> map_values(each))), oms_dataworks.`schema`.`pk`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        exists(
                            array(from_json(value_text, 'struct<`schema`:struct<`column`:array<map<string,variant>>,`pk`:array<variant>,`source`:struct<`dbName`:variant,`schema`:variant,`table`:variant>>,`payload`:struct<`op`:variant,`ddl`:struct<`text`:variant>>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(oms_dataworks.`schema`.`source`.`dbName` as text, sent.`schema`.`source`.`dbName` as value),
                                    struct(oms_dataworks.`schema`.`source`.`schema` as text, sent.`schema`.`source`.`schema` as value),
                                    struct(oms_dataworks.`schema`.`source`.`table` as text, sent.`schema`.`source`.`table` as value),
                                    struct(oms_dataworks.`payload`.`op` as text, sent.`payload`.`op` as value),
                                    struct(oms_dataworks.`payload`.`ddl`.`text` as text, sent.`payload`.`ddl`.`text` as value)
                                ),
                                each -> each.text is not null and coalesce(if(
                        try_variant_get(each.value, '$', 'array<variant>') is not null
                        or try_variant_get(each.value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(each.value)
                    ) not in ('STRING', 'VOID'), true)
                            )
                            or oms_dataworks.`schema`.`column` is not null and coalesce(exists(
                                zip_with(flatten(transform(oms_dataworks.`schema`.`column`, each -> map_values(each))), flatten(transform(sent.`schema`.`column`, each -> map_values(each))), (text, value) -> text is not null and coalesce(if(
                        try_variant_get(value, '$', 'array<variant>') is not null
                        or try_variant_get(value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(value)
                    ) not in ('STRING', 'VOID'), true)),
                                is_other -> is_other
                            ), true)
                            or oms_dataworks.`schema`.`pk` is not null and coalesce(exists(
                                zip_with(oms_dataworks.`schema`.`pk`, sent.`schema`.`pk`, (text, value) -> text is not null and coalesce(if(
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
                when 'oms_dataworks' then case reason
                    when 'wrong_dialect' then if(not coalesce(oms_dataworks.version rlike r'^2([.]|\z)', false), concat('The version of a message of OMS (DataWorks 2.0) begins with 2; here it is ', coalesce(oms_dataworks.version, 'missing'), '. Version 2 is of oms_dataworks, 0 and 1 are of dataworks: check the dialect of this feed in seeds/changefeed_feeds.csv.'), concat_ws(' ', 'A message of oms_dataworks has payload, version.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|columnType,opType:drs_json_schema|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('OMS (DataWorks 2.0) documents no op ', coalesce(oms_dataworks.payload.op, 'null'), '.')
                    when 'row_missing' then concat('A message of OMS (DataWorks 2.0) with op ', oms_dataworks.payload.op, ' lacks a row in payload.before or payload.after (data).')
                    when 'row_too_many' then concat('A message of OMS (DataWorks 2.0) with op ', oms_dataworks.payload.op, ' has one row; here payload.before and payload.after both hold one.')
                    when 'columns_unusable' then 'The list of columns names one twice, or has one without a name.'
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than oms_dataworks sends: an object (schema, schema.source, payload, payload.before, payload.before.data, payload.after, payload.after.data, payload.timestamp, payload.ddl), a list of objects of texts (schema.column), a list of texts (schema.pk), a text (schema.source.dbName, schema.source.schema, schema.source.table, payload.op, payload.ddl.text).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, oms_dataworks_operation, null) as string)
        ) as operation,
        cast(oms_dataworks.schema.source.dbName as string) as source_database,
        cast(oms_dataworks.schema.source.schema as string) as source_schema,
        cast(oms_dataworks.schema.source.table as string) as source_table,
        cast(if(reason is null, if(oms_dataworks.payload.op in ('CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX', 'QUERY', 'TRUNCATE'), lower(oms_dataworks.payload.op), null), null) as string) as statement_kind,
        cast(if(reason is null, if(nullif(try_cast(oms_dataworks.payload.timestamp.eventTime as bigint), -1) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(oms_dataworks.payload.timestamp.eventTime as bigint), -1)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(nullif(try_cast(oms_dataworks.payload.timestamp.systemTime as bigint), -1) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(oms_dataworks.payload.timestamp.systemTime as bigint), -1)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, oms_dataworks_operation in ('update', 'delete') and (options['absent_means'] <=> 'unchanged' or coalesce(size(oms_dataworks_after) < size(oms_dataworks.payload.after.data), false) or coalesce(size(oms_dataworks_before) < size(oms_dataworks.payload.before.data), false)), null) as boolean) as is_partial,
        cast(if(reason is null, false, null) as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(oms_dataworks.schema.pk) > 0, oms_dataworks.schema.pk, null), null) as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(oms_dataworks.payload.ddl.text, ''), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, to_json(oms_dataworks_types, map('ignoreNullFields', 'false')), null) as string) as column_types,
        cast(if(reason is null, if(oms_dataworks_after is null, array(), array(oms_dataworks_after)), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(oms_dataworks_before is null, array(), array(oms_dataworks_before)), null) as array<map<string,string>>) as before_rows,
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
