texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('oms_default'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`recordType`:string,`prevStruct`:map<string,string>,`postStruct`:map<string,string>,`allMetaData`:struct<`record_primary_key`:string,`dbType`:string,`db`:string,`table_name`:string,`timestamp`:string,`storeDataSequence`:string,`transId`:string,`ddlType`:string>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as oms_parsed
    from texts

),

envelopes as (

    select
        * except (oms_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        oms_parsed.unread is not null as oms_is_unread,
        if(
            (
                size(oms_parsed.changefeed_message) = 2
                and oms_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    oms_parsed.unread is not null
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
                transform(array(oms_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`recordType`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts,
                            transform(array(e.`prevStruct`, e.`postStruct`), m -> transform_values(if(
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
                            'recordType', of.texts[0],
                            'prevStruct', of.maps[0],
                            'postStruct', of.maps[1],
                            'allMetaData', if(
                                e.`allMetaData` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`allMetaData`.`record_primary_key`, e.`allMetaData`.`dbType`, e.`allMetaData`.`db`, e.`allMetaData`.`table_name`, e.`allMetaData`.`timestamp`, e.`allMetaData`.`storeDataSequence`, e.`allMetaData`.`transId`, e.`allMetaData`.`ddlType`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'record_primary_key', of.texts[0],
                                        'dbType', of.texts[1],
                                        'db', of.texts[2],
                                        'table_name', of.texts[3],
                                        'timestamp', of.texts[4],
                                        'storeDataSequence', of.texts[5],
                                        'transId', of.texts[6],
                                        'ddlType', of.texts[7]
                                    )
                                )[0]
                            ),
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                oms_parsed.changefeed_message[0]
            ),
            null
        ) as oms
    from parsed_messages

),

terms as (

    select
        *,
        if(
            upper(oms.allMetaData.dbType) rlike '^(OB_|OCEANBASE$)' and contains(oms.allMetaData.db, '.'),
            substr(oms.allMetaData.db, instr(oms.allMetaData.db, '.') + 1),
            oms.allMetaData.db
        ) as oms_database_or_schema,
        if(upper(oms.allMetaData.dbType) rlike 'ORACLE|DB2', null, oms_database_or_schema) as oms_database,
        if(upper(oms.allMetaData.dbType) rlike 'ORACLE|DB2', oms_database_or_schema, null) as oms_schema,
        declared_types[concat_ws(':',
                length(coalesce(nullif(oms_database, ''), database_override, '')), coalesce(nullif(oms_database, ''), database_override, ''),
                length(coalesce(nullif(oms_schema, ''), schema_override, '')), coalesce(nullif(oms_schema, ''), schema_override, ''),
                length(coalesce(oms.allMetaData.table_name, '')), coalesce(oms.allMetaData.table_name, '')
            )] as oms_declared_types,
        coalesce(declared_keys[concat_ws(':',
                length(coalesce(nullif(oms_database, ''), database_override, '')), coalesce(nullif(oms_database, ''), database_override, ''),
                length(coalesce(nullif(oms_schema, ''), schema_override, '')), coalesce(nullif(oms_schema, ''), schema_override, ''),
                length(coalesce(oms.allMetaData.table_name, '')), coalesce(oms.allMetaData.table_name, '')
            )], split(nullif(oms.allMetaData.record_primary_key, ''), r'\x01')) as oms_key_columns,
        array_contains(concat(coalesce(map_keys(oms.postStruct), array()), coalesce(map_keys(oms.prevStruct), array())), '__light_type') as oms_names_types,
        cast(null as map<string,string>) as oms_sent_types,
        case
            when (size(array_distinct(map_keys(oms_sent_types))) <> size(oms_sent_types)) then null
            when oms_declared_types is null then oms_sent_types
            when oms_sent_types is null then oms_declared_types
            else map_concat(
                map_filter(oms_declared_types, (name, type) -> not array_contains(map_keys(oms_sent_types), name)),
                oms_sent_types
            )
        end as oms_types,
        oms.prevStruct as oms_row_before,
        oms.postStruct as oms_row_after,
        if(
            oms.recordType in ('UPDATE', 'DELETE'),
            if(
            coalesce(options['lob_mode'], '') <> 'complete' and size(oms_key_columns) > 0,
            map_keys(map_filter(
                if(oms.recordType = 'DELETE', oms_row_before, oms_row_after),
                (name, text) -> text is null
                    and oms_row_before[name] is null
                    and coalesce(lower(regexp_extract(oms_types[name], '^[^( ]*', 0)) in (
                'tinytext', 'text', 'mediumtext', 'longtext', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'json',
                'geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection',
                'geomcollection', 'clob', 'nclob', 'xmltype', 'sdo_geometry'
            ) or lower(oms_types[name]) in ('dbclob', 'xml'), true)
                    and not array_contains(oms_key_columns, name)
            )),
            array()
        ),
            array()
        ) as oms_unsent,
        case
            when oms.allMetaData.timestamp rlike r'^[0-9]{1,11}\z' then cast(oms.allMetaData.timestamp as bigint) * 1000
            when oms.allMetaData.timestamp rlike r'^[0-9]{12,15}([.][0-9]+)?\z' then cast(substring_index(oms.allMetaData.timestamp, '.', 1) as bigint)
        end as oms_millis,
        if(oms.recordType = 'DDL', if(
            coalesce(nullif(nullif(oms.allMetaData.storeDataSequence, ''), '0'), 'null') = 'null' and oms_millis between 0 and 253402300799999,
            array(cast(oms_millis as decimal(38,0)), cast(-1 as decimal(38,0))),
            if(
            oms.allMetaData.storeDataSequence rlike r'^[1-3][0-9]{15,17}\z',
            array(cast(left(oms.allMetaData.storeDataSequence, 13) as decimal(38,0)), cast(substr(oms.allMetaData.storeDataSequence, 14) as decimal(38,0))),
            null
        )
        ), if(
            oms.allMetaData.storeDataSequence rlike r'^[1-3][0-9]{15,17}\z',
            array(cast(left(oms.allMetaData.storeDataSequence, 13) as decimal(38,0)), cast(substr(oms.allMetaData.storeDataSequence, 14) as decimal(38,0))),
            null
        )) as oms_sequence,
        case
            when oms.recordType = 'DDL' then if(coalesce(oms.postStruct['ddl'] rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false), 'truncate', 'ddl')
            else case oms.recordType when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' when 'ROW' then 'snapshot' when 'HEARTBEAT' then 'heartbeat' end
        end as oms_operation
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'oms_default' then case
                when oms is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((oms.`recordType` is null) or (oms.`allMetaData` is null) or arrays_overlap(names, split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (oms_names_types)) then 'wrong_dialect'
                when oms_operation is null then 'unknown_operation'
                when oms.recordType <> 'HEARTBEAT' and coalesce(upper(oms.allMetaData.dbType) not in ('MYSQL', 'ORACLE', 'OCEANBASE', 'OB_MYSQL', 'OB_ORACLE', 'OB_IN_ORACLE_MODE', 'DB2', 'DB2 LUW'), true) then 'unknown_source'
                when oms.recordType in ('INSERT', 'UPDATE', 'ROW') and oms.postStruct is null
                    or oms.recordType in ('UPDATE', 'DELETE') and oms.prevStruct is null then 'row_missing'
                when oms.recordType = 'DDL' and nullif(oms.postStruct['ddl'], '') is null then 'statement_missing'
                when coalesce(options['order'], '') <> 'kafka_time' and oms_operation in ('insert', 'update', 'delete', 'truncate', 'ddl') and oms_sequence is null then 'sequence_missing'
                when coalesce((size(array_distinct(map_keys(oms.`prevStruct`))) <> size(oms.`prevStruct`)), false) or coalesce((size(array_distinct(map_keys(oms.`postStruct`))) <> size(oms.`postStruct`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`allMetaData`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`allMetaData`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when oms_is_unread
                    or if(
                        if(
                        concat_ws('', left(oms.`recordType`, 1), left(oms.`allMetaData`.`record_primary_key`, 1), left(oms.`allMetaData`.`dbType`, 1), left(oms.`allMetaData`.`db`, 1), left(oms.`allMetaData`.`table_name`, 1), left(oms.`allMetaData`.`ddlType`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', oms.`recordType`, oms.`allMetaData`.`record_primary_key`, oms.`allMetaData`.`dbType`, oms.`allMetaData`.`db`, oms.`allMetaData`.`table_name`, oms.`allMetaData`.`ddlType`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ),
                        exists(
                            array(from_json(value_text, 'struct<`recordType`:variant,`allMetaData`:struct<`record_primary_key`:variant,`dbType`:variant,`db`:variant,`table_name`:variant,`ddlType`:variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(oms.`recordType` as text, sent.`recordType` as value),
                                    struct(oms.`allMetaData`.`record_primary_key` as text, sent.`allMetaData`.`record_primary_key` as value),
                                    struct(oms.`allMetaData`.`dbType` as text, sent.`allMetaData`.`dbType` as value),
                                    struct(oms.`allMetaData`.`db` as text, sent.`allMetaData`.`db` as value),
                                    struct(oms.`allMetaData`.`table_name` as text, sent.`allMetaData`.`table_name` as value),
                                    struct(oms.`allMetaData`.`ddlType` as text, sent.`allMetaData`.`ddlType` as value)
                                ),
                                each -> each.text is not null and coalesce(if(
                        try_variant_get(each.value, '$', 'array<variant>') is not null
                        or try_variant_get(each.value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(each.value)
                    ) not in ('STRING', 'VOID'), true)
                            )
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
                when 'oms_default' then case reason
                    when 'wrong_dialect' then if(oms_names_types, 'A message of oms_default has no __light_type in its rows: with it, it is of oms_default_extend. Check the dialect of this feed in seeds/changefeed_feeds.csv.', concat_ws(' ', 'A message of oms_default has recordType, allMetaData.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('OMS documents no recordType ', oms.recordType, '.')
                    when 'unknown_source' then concat('OMS documents the dbTypes MYSQL, ORACLE, OCEANBASE, OB_MYSQL, OB_ORACLE, OB_IN_ORACLE_MODE, DB2, DB2 LUW; here it is ', coalesce(oms.allMetaData.dbType, 'missing'), ', so whether db begins with a tenant cannot be known.')
                    when 'row_missing' then concat('A message ', oms.recordType, ' of OMS has the row after the change in postStruct (INSERT, UPDATE, ROW) and the row before it in prevStruct (UPDATE, DELETE).')
                    when 'statement_missing' then 'A message DDL of OMS has its statement in postStruct.ddl.'
                    when 'sequence_missing' then concat('This feed is ordered by storeDataSequence, milliseconds and a counter in 16 to 18 digits; here it is ', coalesce(oms.allMetaData.storeDataSequence, 'missing'), '. (A statement without it is placed by the time of its commit, which it must have.) Where the task sends it not at all, write order=kafka_time into the options of this feed in seeds/changefeed_feeds.csv.')
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than oms_default sends: a text (recordType, allMetaData.record_primary_key, allMetaData.dbType, allMetaData.db, allMetaData.table_name, allMetaData.ddlType), an object (prevStruct, postStruct, allMetaData).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, oms_operation, null) as string)
        ) as operation,
        cast(oms_database as string) as source_database,
        cast(oms_schema as string) as source_schema,
        cast(oms.allMetaData.table_name as string) as source_table,
        cast(if(reason is null, if(oms.recordType = 'DDL', lower(coalesce(nullif(oms.allMetaData.ddlType, ''), 'ddl')), null), null) as string) as statement_kind,
        cast(if(reason is null, if(oms_millis between -62135596800000 and 253402300799999, timestamp_millis(oms_millis), null), null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, coalesce(
            size(oms_unsent) > 0
            or oms.recordType = 'DELETE' and size(oms_key_columns) > 0 and coalesce(options['lob_mode'], '') <> 'complete',
            false
        ), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, nullif(oms.allMetaData.transId, ''), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, split(nullif(oms.allMetaData.record_primary_key, ''), r'\x01'), null) as array<string>) as key_columns,
        cast(if(reason is null, if(coalesce(options['order'], '') <> 'kafka_time' and oms_operation <> 'snapshot', oms_sequence, null), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, if(oms.recordType = 'DDL', oms.postStruct['ddl'], null), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, if(oms.recordType = 'DDL', null, to_json(oms_types)), null) as string) as column_types,
        cast(if(reason is null, if(oms.recordType = 'DELETE', array(), array(if(size(oms_unsent) > 0, map_filter(oms_row_after, (name, text) -> not array_contains(oms_unsent, name)), oms_row_after))), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(oms.recordType in ('INSERT', 'ROW'), array(), array(if(size(oms_unsent) > 0, map_filter(oms_row_before, (name, text) -> not array_contains(oms_unsent, name)), oms_row_before))), null) as array<map<string,string>>) as before_rows,
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
