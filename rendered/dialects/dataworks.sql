texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('dataworks'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`schema`:struct<`dataColumn`:array<map<string,string>>,`primaryKey`:array<string>,`source`:struct<`dbType`:string,`dbName`:string,`schemaName`:string,`tableName`:string>>,`payload`:struct<`before`:struct<`dataColumn`:map<string,string>>,`after`:struct<`dataColumn`:map<string,string>>,`sequenceId`:string,`op`:string,`timestamp`:struct<`eventTime`:string,`systemTime`:string>,`ddl`:struct<`text`:string>>,`version`:string,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as dataworks_parsed
    from texts

),

envelopes as (

    select
        * except (dataworks_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        dataworks_parsed.unread is not null as dataworks_is_unread,
        if(
            (
                size(dataworks_parsed.changefeed_message) = 2
                and dataworks_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    dataworks_parsed.unread is not null
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
                transform(array(dataworks_parsed.changefeed_message[0]), e -> if(
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
                                        'dataColumn', transform(e.`schema`.`dataColumn`, row -> transform_values(if(
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
                                        'primaryKey', transform(e.`schema`.`primaryKey`, text -> if(
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
                                                    transform(array(e.`schema`.`source`.`dbType`, e.`schema`.`source`.`dbName`, e.`schema`.`source`.`schemaName`, e.`schema`.`source`.`tableName`), m -> if(
                                                        contains(m, '\uFDD0'),
                                                        replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                                        m
                                                    )) as texts
                                                )),
                                                of -> named_struct(
                                                    'dbType', of.texts[0],
                                                    'dbName', of.texts[1],
                                                    'schemaName', of.texts[2],
                                                    'tableName', of.texts[3]
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
                                        transform(array(e.`payload`.`sequenceId`, e.`payload`.`op`), m -> if(
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
                                                    transform(array(e.`payload`.`before`.`dataColumn`), m -> transform_values(if(
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
                                                    'dataColumn', of.maps[0]
                                                )
                                            )[0]
                                        ),
                                        'after', if(
                                            e.`payload`.`after` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none,
                                                    transform(array(e.`payload`.`after`.`dataColumn`), m -> transform_values(if(
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
                                                    'dataColumn', of.maps[0]
                                                )
                                            )[0]
                                        ),
                                        'sequenceId', of.texts[0],
                                        'op', of.texts[1],
                                        'timestamp', if(
                                            e.`payload`.`timestamp` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none,
                                                    transform(array(e.`payload`.`timestamp`.`eventTime`, e.`payload`.`timestamp`.`systemTime`), m -> if(
                                                        contains(m, '\uFDD0'),
                                                        replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                                        m
                                                    )) as texts
                                                )),
                                                of -> named_struct(
                                                    'eventTime', of.texts[0],
                                                    'systemTime', of.texts[1]
                                                )
                                            )[0]
                                        ),
                                        'ddl', if(
                                            e.`payload`.`ddl` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none,
                                                    transform(array(e.`payload`.`ddl`.`text`), m -> if(
                                                        contains(m, '\uFDD0'),
                                                        replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                                        m
                                                    )) as texts
                                                )),
                                                of -> named_struct(
                                                    'text', of.texts[0]
                                                )
                                            )[0]
                                        )
                                    )
                                )[0]
                            ),
                            'version', of.texts[0],
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                dataworks_parsed.changefeed_message[0]
            ),
            null
        ) as dataworks
    from parsed_messages

),

terms as (

    select
        *,
        case
            when dataworks.payload.op = 'INSERT' then if(dataworks.payload.sequenceId = '-1', 'snapshot', 'insert')
            when dataworks.payload.op in ('CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX', 'QUERY', 'TRUNCATE') and coalesce(dataworks.payload.ddl.text rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false) then 'truncate'
            when dataworks.payload.op = 'QUERY' and coalesce(dataworks.payload.ddl.text rlike r'(?is)^\s*+(?:insert|update|delete|replace|merge)\b', false) then 'other'
            else case dataworks.payload.op when 'UPDATE_BEFOR' then 'update' when 'UPDATE_BEFORE' then 'update' when 'UPDATE_AFTER' then 'update' when 'DELETE' then 'delete' when 'MHEARTBEAT' then 'heartbeat' when 'TRANSACTION_BEGIN' then 'begin' when 'TRANSACTION_END' then 'commit' when 'XACOMMIT' then 'commit' when 'XAROLLBACK' then 'rollback' when 'GTID' then 'other' when 'CREATE' then 'ddl' when 'ALTER' then 'ddl' when 'ERASE' then 'ddl' when 'RENAME' then 'ddl' when 'CINDEX' then 'ddl' when 'DINDEX' then 'ddl' when 'QUERY' then 'ddl' when 'TRUNCATE' then 'truncate' end
        end as dataworks_operation,
        coalesce(dataworks.payload.after.dataColumn, dataworks.payload.before.dataColumn) as dataworks_image,
        if(dataworks.payload.sequenceId rlike r'^[0-9]{1,38}\z', array(cast(dataworks.payload.sequenceId as decimal(38,0))), null) as dataworks_sequence,
        case
            when lower(dataworks.schema.source.dbType) = 'oracle' and map_contains_key(dataworks_image, 'rowid') then 'rowid'
            when map_contains_key(dataworks_image, '#alibaba_rds_row_id#') then '#alibaba_rds_row_id#'
        end as dataworks_row_id,
        coalesce(
            declared_keys[concat_ws(':',
                length(coalesce(nullif(dataworks.schema.source.dbName, ''), database_override, '')), coalesce(nullif(dataworks.schema.source.dbName, ''), database_override, ''),
                length(coalesce(nullif(dataworks.schema.source.schemaName, ''), schema_override, '')), coalesce(nullif(dataworks.schema.source.schemaName, ''), schema_override, ''),
                length(coalesce(dataworks.schema.source.tableName, '')), coalesce(dataworks.schema.source.tableName, '')
            )],
            if(size(dataworks.schema.primaryKey) > 0, dataworks.schema.primaryKey, null),
            if(dataworks_row_id is null, null, array(dataworks_row_id))
        ) as dataworks_key_columns,
        if(dataworks_row_id is null or array_contains(dataworks_key_columns, dataworks_row_id), null, dataworks_row_id) as dataworks_left_out,
        if(dataworks_left_out is null, dataworks.payload.after.dataColumn, map_filter(dataworks.payload.after.dataColumn, (name, text) -> name <> dataworks_left_out)) as dataworks_after,
        if(dataworks_left_out is null, dataworks.payload.before.dataColumn, map_filter(dataworks.payload.before.dataColumn, (name, text) -> name <> dataworks_left_out)) as dataworks_before,
        get(
            transform(
                array(transform(dataworks.schema.dataColumn, c -> c['name'])),
                names -> if(
                    names is null or array_contains(transform(names, name -> name is null), true) or size(array_distinct(names)) <> size(names),
                    null,
                    map_from_arrays(names, transform(dataworks.schema.dataColumn, c -> c['type']))
                )
            ),
            0
        ) as dataworks_types
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'dataworks' then case
                when dataworks is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((dataworks.`payload` is null) or (dataworks.`version` is null) or arrays_overlap(names, split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,columnType,opType,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (not coalesce(dataworks.version rlike r'^[01]([.]|\z)', false))) then 'wrong_dialect'
                when dataworks_operation is null then 'unknown_operation'
                when dataworks.payload.op in ('INSERT', 'ROW', 'UPDATE_AFTER', 'UPDATE') and dataworks.payload.after.dataColumn is null or dataworks.payload.op in ('DELETE', 'UPDATE_BEFOR', 'UPDATE_BEFORE', 'UPDATE') and dataworks.payload.before.dataColumn is null then 'row_missing'
                when (dataworks.payload.op in ('INSERT', 'ROW') and dataworks.payload.before.dataColumn is not null) or (dataworks.payload.op in ('DELETE', 'UPDATE_BEFOR', 'UPDATE_BEFORE') and dataworks.payload.after.dataColumn is not null) then 'row_too_many'
                when dataworks.schema.dataColumn is not null and dataworks_types is null then 'columns_unusable'
                when dataworks_operation in ('insert', 'update', 'delete', 'truncate', 'ddl') and dataworks_sequence is null
                    and not (dataworks.payload.op = 'CREATE' and coalesce(dataworks.payload.sequenceId = '-1', false)) then 'sequence_missing'
                when coalesce(case size(dataworks.`schema`.`dataColumn`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((dataworks.`schema`.`dataColumn`)[0]))) <> size((dataworks.`schema`.`dataColumn`)[0]))
                        else exists(dataworks.`schema`.`dataColumn`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false) or coalesce((size(array_distinct(map_keys(dataworks.`payload`.`before`.`dataColumn`))) <> size(dataworks.`payload`.`before`.`dataColumn`)), false) or coalesce((size(array_distinct(map_keys(dataworks.`payload`.`after`.`dataColumn`))) <> size(dataworks.`payload`.`after`.`dataColumn`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`schema`:string,`payload`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`schema`, sent.`payload`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) or coalesce(exists(array(from_json(value_text, 'struct<`schema`:struct<`source`:string>,`payload`:struct<`before`:string,`after`:string,`timestamp`:string,`ddl`:string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`schema`.`source`, sent.`payload`.`before`, sent.`payload`.`after`, sent.`payload`.`timestamp`, sent.`payload`.`ddl`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when dataworks_is_unread
                    or if(
                        if(
                        concat_ws('', left(dataworks.`schema`.`source`.`dbType`, 1), left(dataworks.`schema`.`source`.`dbName`, 1), left(dataworks.`schema`.`source`.`schemaName`, 1), left(dataworks.`schema`.`source`.`tableName`, 1), left(dataworks.`payload`.`op`, 1), left(dataworks.`payload`.`ddl`.`text`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', dataworks.`schema`.`source`.`dbType`, dataworks.`schema`.`source`.`dbName`, dataworks.`schema`.`source`.`schemaName`, dataworks.`schema`.`source`.`tableName`, dataworks.`payload`.`op`, dataworks.`payload`.`ddl`.`text`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ) or concat_ws('\n', flatten(transform(dataworks.`schema`.`dataColumn`, each -> map_values(each))), dataworks.`schema`.`primaryKey`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        exists(
                            array(from_json(value_text, 'struct<`schema`:struct<`dataColumn`:array<map<string,variant>>,`primaryKey`:array<variant>,`source`:struct<`dbType`:variant,`dbName`:variant,`schemaName`:variant,`tableName`:variant>>,`payload`:struct<`op`:variant,`ddl`:struct<`text`:variant>>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(dataworks.`schema`.`source`.`dbType` as text, sent.`schema`.`source`.`dbType` as value),
                                    struct(dataworks.`schema`.`source`.`dbName` as text, sent.`schema`.`source`.`dbName` as value),
                                    struct(dataworks.`schema`.`source`.`schemaName` as text, sent.`schema`.`source`.`schemaName` as value),
                                    struct(dataworks.`schema`.`source`.`tableName` as text, sent.`schema`.`source`.`tableName` as value),
                                    struct(dataworks.`payload`.`op` as text, sent.`payload`.`op` as value),
                                    struct(dataworks.`payload`.`ddl`.`text` as text, sent.`payload`.`ddl`.`text` as value)
                                ),
                                each -> each.text is not null and coalesce(if(
                        try_variant_get(each.value, '$', 'array<variant>') is not null
                        or try_variant_get(each.value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(each.value)
                    ) not in ('STRING', 'VOID'), true)
                            )
                            or dataworks.`schema`.`dataColumn` is not null and coalesce(exists(
                                zip_with(flatten(transform(dataworks.`schema`.`dataColumn`, each -> map_values(each))), flatten(transform(sent.`schema`.`dataColumn`, each -> map_values(each))), (text, value) -> text is not null and coalesce(if(
                        try_variant_get(value, '$', 'array<variant>') is not null
                        or try_variant_get(value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(value)
                    ) not in ('STRING', 'VOID'), true)),
                                is_other -> is_other
                            ), true)
                            or dataworks.`schema`.`primaryKey` is not null and coalesce(exists(
                                zip_with(dataworks.`schema`.`primaryKey`, sent.`schema`.`primaryKey`, (text, value) -> text is not null and coalesce(if(
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
                when 'dataworks' then case reason
                    when 'wrong_dialect' then if(not coalesce(dataworks.version rlike r'^[01]([.]|\z)', false), concat('The version of a message of DataWorks begins with 0 or 1; here it is ', coalesce(dataworks.version, 'missing'), '. Version 2 is of oms_dataworks, 0 and 1 are of dataworks: check the dialect of this feed in seeds/changefeed_feeds.csv.'), concat_ws(' ', 'A message of dataworks has payload, version.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|columnType,opType:drs_json_schema|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('DataWorks documents no op ', coalesce(dataworks.payload.op, 'null'), '.')
                    when 'row_missing' then concat('A message of DataWorks with op ', dataworks.payload.op, ' lacks a row in payload.before or payload.after (dataColumn).')
                    when 'row_too_many' then concat('A message of DataWorks with op ', dataworks.payload.op, ' has one row; here payload.before and payload.after both hold one.')
                    when 'columns_unusable' then 'The list of columns names one twice, or has one without a name.'
                    when 'sequence_missing' then concat('DataWorks numbers changes and statements in sequenceId, by which they are ordered (-1, a full load, goes with INSERT and CREATE only); here op is ', dataworks.payload.op, ' and sequenceId ', coalesce(dataworks.payload.sequenceId, 'missing'), '.')
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than dataworks sends: an object (schema, schema.source, payload, payload.before, payload.before.dataColumn, payload.after, payload.after.dataColumn, payload.timestamp, payload.ddl), a list of objects of texts (schema.dataColumn), a list of texts (schema.primaryKey), a text (schema.source.dbType, schema.source.dbName, schema.source.schemaName, schema.source.tableName, payload.op, payload.ddl.text).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, dataworks_operation, null) as string)
        ) as operation,
        cast(dataworks.schema.source.dbName as string) as source_database,
        cast(dataworks.schema.source.schemaName as string) as source_schema,
        cast(dataworks.schema.source.tableName as string) as source_table,
        cast(if(reason is null, if(dataworks.payload.op in ('CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX', 'QUERY', 'TRUNCATE'), lower(dataworks.payload.op), null), null) as string) as statement_kind,
        cast(if(reason is null, if(nullif(try_cast(dataworks.payload.timestamp.eventTime as bigint), -1) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(dataworks.payload.timestamp.eventTime as bigint), -1)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(nullif(try_cast(dataworks.payload.timestamp.systemTime as bigint), -1) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(dataworks.payload.timestamp.systemTime as bigint), -1)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, dataworks_operation in ('update', 'delete') and coalesce(options['absent_means'], '') <> 'as_null' and (dataworks_types is null or size(array_except(map_keys(dataworks_types), map_keys(dataworks_image))) > 0), null) as boolean) as is_partial,
        cast(if(reason is null, false, null) as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, dataworks_key_columns, null) as array<string>) as key_columns,
        cast(if(reason is null, dataworks_sequence, null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(dataworks.payload.ddl.text, ''), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, to_json(dataworks_types, map('ignoreNullFields', 'false')), null) as string) as column_types,
        cast(if(reason is null, if(dataworks_after is null, array(), array(dataworks_after)), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(dataworks_before is null, array(), array(dataworks_before)), null) as array<map<string,string>>) as before_rows,
        cast(if(reason is null, case when dataworks.payload.op in ('UPDATE_BEFOR', 'UPDATE_BEFORE') then 'before' when dataworks.payload.op = 'UPDATE_AFTER' and dataworks.payload.before.dataColumn is null then 'after' end, null) as string) as pair_side
    from reasoned_messages

),

placed_messages as (
    -- as in dialects/baseline.sql
),

paired_messages as (

    select
        * except (reason, after_rows, before_rows, after_of_pair, before_of_pair),
        case
            when reason is not null then reason
            when pair_side is not null and (after_of_pair is null or before_of_pair is null) then 'unpaired_update'
        end as reason,
        if(pair_side is null, after_rows, after_of_pair) as after_rows,
        if(pair_side is null, before_rows, before_of_pair) as before_rows
    from (
        select
            *,
            first(if(pair_side = 'after', after_rows, null), true) over pair as after_of_pair,
            first(if(pair_side = 'before', before_rows, null), true) over pair as before_of_pair
        from placed_messages
        window pair as (
            partition by
                feed, source_database, source_schema, source_table, source_sequence,
                if(
                    pair_side is null or source_sequence is null or reason is not null,
                    struct(topic, topic_incarnation, partition, offset),
                    null
                )
        )
    )

),

judged_messages as (
    -- as in dialects/baseline.sql
end
                then 'key_absent'
        end as reason
    from paired_messages

),

row_changes as (

    select
        judged_messages.* except (after_rows, before_rows, detail, key_left_out, column_types),
        if(
            size(key_columns) = 0 and declared_types is not null,
            to_json(map_concat(
                map_filter(
                    coalesce(from_json(column_types, 'map<string,string>'), cast(map() as map<string,string>)),
                    (name, type) -> declared_types[name] is null
                ),
                declared_types
            )),
            column_types
        ) as column_types,
        coalesce(message_index, 0) as message_index,
        row.after_rows as after,
        row.before_rows as before,
        case
            when reason is null then key_left_out
            when detail is not null then detail
            when reason = 'table_missing' then 'The message names no table for its rows.'
            else concat(
                array_join(filter(array(source_database, source_schema, source_table), part -> part <> ''), '.'),
                case reason
                    when 'no_key_declared' then concat(
                        ': the message names no key columns that can be used, and seeds/changefeed_table_keys.csv declares none. Add a line there (with ',
                        'empty key_columns if the table has no key). Why they may be missing: docs page of ', dialect, '.'
                    )
                    when 'unpaired_update' then concat(
                        ': this is the row ', pair_side, ' an update, and the message with the other side has not come. ',
                        'Each run that reads messages looks for it.'
                    )
                    when 'key_names_unusable' then concat(
                        ': the names of the key columns hold a null, or one name twice (', to_json(key_columns),
                        '). Declare the key in seeds/changefeed_table_keys.csv if this table has one.'
                    )
                    when 'key_absent' then concat(
                        ': a row lacks one of the key columns ', array_join(key_columns, ', '), '.', if(
                            source_kind = 'postgresql' and operation = 'delete',
                            ' A delete has the columns of the REPLICA IDENTITY: declare them as the key, or set DEFAULT or FULL.',
                            ''
                        ))
                end
            )
        end as detail
    from judged_messages
    lateral view outer posexplode(
        if(reason is null and is_row_change, arrays_zip(after_rows, before_rows), null)
    ) as message_index, row

),

keyed_changes as (
    -- as in dialects/baseline.sql
),

decoded_changes as (

    select
        * except (
            key_before, key_after, image_keys, images, declared_types, is_row_change, step, before, after, is_before_changed_only, operation, pair_side
        ),
        step,
        case when reason is not null then null when coalesce(pair_side = 'before' and key_before = key_after, false) then 'other' else operation end as operation,
        if(
            coalesce(pair_side = 'before' and key_before = key_after, false),
            '',
            coalesce(if(step = 0 and operation = 'update', key_before, key_after), key_before, '')
        ) as row_key,
        if(step = 1, key_before, null) as previous_row_key,
        case
            when step = 1 or coalesce(pair_side = 'before' and key_before = key_after, false) then null
            when key_before <> key_after and is_before_changed_only and (size(key_columns) = 0 or not coalesce(is_partial, false)) then map_concat(map_filter(after, (name, text) -> not map_contains_key(before, name)), before)
            else before
        end as before,
        is_before_changed_only and not coalesce(key_before <> key_after, false) as is_before_changed_only,
        if(step = 0 and key_before <> key_after or coalesce(pair_side = 'before' and key_before = key_after, false), null, after) as after
    from keyed_changes
    lateral view explode(if(key_before <> key_after, case pair_side when 'before' then array(0) when 'after' then array(1) else array(0, 1) end, array(0))) as step

);
