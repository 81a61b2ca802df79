texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('oms_default_extend'),
            from_json(
                -- as in dialects/oms_default.sql
            ),
            null
        ) as oms_parsed
    from texts

),

envelopes as (
    -- as in dialects/oms_default.sql
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
            -- as in dialects/oms_default.sql
        coalesce(declared_keys[concat_ws(':',
            -- as in dialects/oms_default.sql
        array_contains(concat(coalesce(map_keys(oms.postStruct), array()), coalesce(map_keys(oms.prevStruct), array())), '__light_type') as oms_names_types,
        coalesce(oms.postStruct['__light_type'], oms.prevStruct['__light_type']) as oms_light_types,
        transform_values(
            from_json(oms_light_types, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')),
            (name, text) -> get(transform(
                array(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                about -> if((size(array_distinct(map_keys(about))) <> size(about)), null, about['schemaType'])
            ), 0)
        ) as oms_sent_types,
        value_text rlike r'"__light_type"\s*+:\s*+"'
        or coalesce(exists(map_values(oms_sent_types), type -> type is null), true)
        or if(
            oms_light_types rlike r'\\|"schemaType"\s*+:\s*+[^"\s]',
            coalesce(exists(
                map_values(from_json(oms_light_types, 'map<string,struct<schemaType:variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                each -> coalesce(if(
            try_variant_get(each.schemaType, '$', 'array<variant>') is not null
            or try_variant_get(each.schemaType, '$', 'map<string,variant>') is not null,
            'CONTAINER',
            schema_of_variant(each.schemaType)
        ) not in ('STRING', 'VOID'), true)
            ), true),
            false
        ) as oms_has_odd_types,
        case
            -- as in dialects/oms_default.sql
        end as oms_types,
        map_filter(oms.prevStruct, (name, text) -> name <> '__light_type') as oms_row_before,
        map_filter(oms.postStruct, (name, text) -> name <> '__light_type') as oms_row_after,
        if(
            -- as in dialects/oms_default.sql
        ),
            array()
        ) as oms_unsent,
        case
            when oms.allMetaData.timestamp rlike r'^[0-9]{1,11}\z' then cast(oms.allMetaData.timestamp as bigint) * 1000
            when oms.allMetaData.timestamp rlike r'^[0-9]{12,15}([.][0-9]+)?\z' then cast(substring_index(oms.allMetaData.timestamp, '.', 1) as bigint)
        end as oms_millis,
        if(oms.recordType = 'DDL', if(
            -- as in dialects/oms_default.sql
        )
        ), if(
            oms.allMetaData.storeDataSequence rlike r'^[1-3][0-9]{15,17}\z',
            array(cast(left(oms.allMetaData.storeDataSequence, 13) as decimal(38,0)), cast(substr(oms.allMetaData.storeDataSequence, 14) as decimal(38,0))),
            null
        )) as oms_sequence,
        case
            -- as in dialects/oms_default.sql
        end as oms_operation
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'oms_default_extend' then case
                when oms is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((oms.`recordType` is null) or (oms.`allMetaData` is null) or arrays_overlap(names, split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or ((oms.postStruct is not null or oms.prevStruct is not null) and not oms_names_types)) then 'wrong_dialect'
                when oms_operation is null then 'unknown_operation'
                when oms.recordType <> 'HEARTBEAT' and coalesce(upper(oms.allMetaData.dbType) not in ('MYSQL', 'ORACLE', 'OCEANBASE', 'OB_MYSQL', 'OB_ORACLE', 'OB_IN_ORACLE_MODE', 'DB2', 'DB2 LUW'), true) then 'unknown_source'
                when oms.recordType in ('INSERT', 'UPDATE', 'ROW') and oms.postStruct is null
                    or oms.recordType in ('UPDATE', 'DELETE') and oms.prevStruct is null then 'row_missing'
                when oms.recordType = 'DDL' and nullif(oms.postStruct['ddl'], '') is null then 'statement_missing'
                when coalesce(options['order'], '') <> 'kafka_time' and oms_operation in ('insert', 'update', 'delete', 'truncate', 'ddl') and oms_sequence is null then 'sequence_missing'
                when ((coalesce((size(array_distinct(map_keys(oms_sent_types))) <> size(oms_sent_types)), false)) or (coalesce((size(array_distinct(map_keys(oms.`prevStruct`))) <> size(oms.`prevStruct`)), false) or coalesce((size(array_distinct(map_keys(oms.`postStruct`))) <> size(oms.`postStruct`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`allMetaData`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`allMetaData`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false))) then 'duplicate_name'
                when ((oms_names_types and oms_has_odd_types) or (oms_is_unread
                    or if(
                        -- as in dialects/oms_default.sql
                    ),
                        -- as in dialects/oms_default.sql
                    ) not in ('STRING', 'VOID'), true)
                            )
                        ),
                        false
                    ))) then 'wrong_type'
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
                when 'oms_default_extend' then case reason
                    when 'wrong_dialect' then if((oms.postStruct is not null or oms.prevStruct is not null) and not oms_names_types, 'A message of oms_default_extend has __light_type in its rows: without it, it is of oms_default. Check the dialect of this feed in seeds/changefeed_feeds.csv.', concat_ws(' ', 'A message of oms_default_extend has recordType, allMetaData.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('OMS documents no recordType ', oms.recordType, '.')
                    when 'unknown_source' then concat('OMS documents the dbTypes MYSQL, ORACLE, OCEANBASE, OB_MYSQL, OB_ORACLE, OB_IN_ORACLE_MODE, DB2, DB2 LUW; here it is ', coalesce(oms.allMetaData.dbType, 'missing'), ', so whether db begins with a tenant cannot be known.')
                    when 'row_missing' then concat('A message ', oms.recordType, ' of OMS has the row after the change in postStruct (INSERT, UPDATE, ROW) and the row before it in prevStruct (UPDATE, DELETE).')
                    when 'statement_missing' then 'A message DDL of OMS has its statement in postStruct.ddl.'
                    when 'sequence_missing' then concat('This feed is ordered by storeDataSequence, milliseconds and a counter in 16 to 18 digits; here it is ', coalesce(oms.allMetaData.storeDataSequence, 'missing'), '. (A statement without it is placed by the time of its commit, which it must have.) Where the task sends it not at all, write order=kafka_time into the options of this feed in seeds/changefeed_feeds.csv.')
                    when 'duplicate_name' then if(coalesce((size(array_distinct(map_keys(oms_sent_types))) <> size(oms_sent_types)), false), '__light_type names a column twice.', 'A row, or what describes its columns, names a column twice.')
                    when 'wrong_type' then if(oms_names_types and oms_has_odd_types, '__light_type is not an object of objects with a schemaType, one for each column.', 'A member holds another kind of JSON value than oms_default_extend sends: a text (recordType, allMetaData.record_primary_key, allMetaData.dbType, allMetaData.db, allMetaData.table_name, allMetaData.ddlType), an object (prevStruct, postStruct, allMetaData).')
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
