texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('oms_debezium'),
            from_json(
                -- as in dialects/debezium.sql
            ),
            null
        ) as dbz_parsed
    from texts

),

envelopes as (
    -- as in dialects/debezium.sql
),

terms as (

    select
        *,
        coalesce(dbz.payload, struct(dbz.before, dbz.after, dbz.source, dbz.op, dbz.transaction, dbz.ts_ms, dbz.ddl, dbz.databaseName, dbz.schemaName, dbz.tableChanges, dbz.status, dbz.id)) as dbz_sent,
        if(has_fractions, if(
            -- as in dialects/debezium.sql
        ), dbz_sent) as dbz_body,
        dbz_body.source as dbz_source,
        dbz_source['table'] as dbz_table,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(coalesce(dbz_body.source['db'], ''), ''), database_override, '')), coalesce(nullif(coalesce(dbz_body.source['db'], ''), ''), database_override, ''),
                length(coalesce(nullif('', ''), schema_override, '')), coalesce(nullif('', ''), schema_override, ''),
                length(coalesce(dbz_body.source['table'], '')), coalesce(dbz_body.source['table'], '')
            )] as dbz_own_key,
        exists(array(dbz_body.before, dbz_body.after, dbz_source, dbz_body.transaction), each -> coalesce((size(array_distinct(map_keys(each))) <> size(each)), false)) or if(
            -- as in dialects/debezium.sql
        )), names -> size(array_distinct(names)) <> size(names))
            )
        ) as dbz_repeats_a_name,
        get(
            -- as in dialects/debezium.sql
        ) not in ('STRING', 'VOID'), true)
                        )
                    ),
                    false
                )
            ),
            0
        ) as dbz_has_non_string,
        case dbz_body.op when 'c' then 'insert' when 'u' then 'update' when 'd' then 'delete' when 'HEARTBEAT' then 'heartbeat' end as dbz_operation,
        coalesce(dbz_body.op in ('c', 'u', 'd'), false) as dbz_is_row,
        declared_types[concat_ws(':',
                length(coalesce(nullif(coalesce(dbz_body.source['db'], ''), ''), database_override, '')), coalesce(nullif(coalesce(dbz_body.source['db'], ''), ''), database_override, ''),
                length(coalesce(nullif('', ''), schema_override, '')), coalesce(nullif('', ''), schema_override, ''),
                length(coalesce(dbz_body.source['table'], '')), coalesce(dbz_body.source['table'], '')
            )] as dbz_declared_types,
        if(
            dbz_body.op in ('u', 'd'),
            if(
            coalesce(options['lob_mode'], '') <> 'complete' and size(dbz_own_key) > 0,
            map_keys(map_filter(
                if(dbz_body.op = 'd', dbz_body.before, dbz_body.after),
                (name, text) -> text is null
                    and dbz_body.before[name] is null
                    and coalesce(lower(regexp_extract(dbz_declared_types[name], '^[^( ]*', 0)) in (
                'tinytext', 'text', 'mediumtext', 'longtext', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'json',
                'geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection',
                'geomcollection', 'clob', 'nclob', 'xmltype', 'sdo_geometry'
            ) or lower(dbz_declared_types[name]) in ('dbclob', 'xml'), true)
                    and not array_contains(dbz_own_key, name)
            )),
            array()
        ),
            array()
        ) as dbz_lobs_unsent
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'oms_debezium' then case
                when dbz is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((dbz.`payload` is null) or arrays_overlap(names, split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,clusterTime,coll,db,extra,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,csn,current_ts,op_ts,op_type,pos,primary_keys,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (dbz.payload is null or coalesce(dbz_body.source['name'] <> 'OMS', dbz_is_row))) then 'wrong_dialect'
                when dbz_is_row and if(dbz_body.op = 'd', dbz_body.before, dbz_body.after) is null then 'row_missing'
                when dbz_operation is null then 'unknown_operation'
                when dbz_is_row and dbz_body.op in ('u', 'd') and dbz_body.before is null and size(dbz_own_key) = 0 then 'before_missing'
                when dbz_repeats_a_name then 'duplicate_name'
                when ((dbz_has_non_string) or (dbz_is_unread)) then 'wrong_type'
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
                when 'oms_debezium' then case reason
                    when 'wrong_dialect' then if(dbz.payload is null or coalesce(dbz_body.source['name'] <> 'OMS', dbz_is_row), concat('OMS in its kind Debezium writes ', 'the envelope in payload, with op', ', with source.name OMS. Check the dialect of this feed in seeds/changefeed_feeds.csv (debezium, oms_debezium, oms_debezium_flatten).'), concat_ws(' ', 'A message of oms_debezium has payload.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|clusterTime,coll,db,extra,value,where:drs_mongo|recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|op_type:ogg and others|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ddl,tableChanges:debezium|message:debezium and others|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'row_missing' then concat('A message with op ', dbz_body.op, ' of OMS carries the row in ', if(dbz_body.op = 'd', 'before', 'after'), '; here it is absent or null.')
                    when 'unknown_operation' then concat('OMS documents no op ', coalesce(dbz_body.op, 'null'), '.')
                    when 'before_missing' then 'The table is declared without a key, and the row before is missing: set REPLICA IDENTITY FULL (binlog_row_image=FULL), or declare a key in seeds/changefeed_table_keys.csv.'
                    when 'duplicate_name' then 'The payload, a row, source or transaction names something twice.'
                    when 'wrong_type' then if(dbz_is_unread, 'A member holds another kind of JSON value than oms_debezium sends: an object (before, after, source, transaction), what it is documented to hold (schema, payload).', 'In messages of OMS ddl, databaseName, schemaName, and in source connector, db, schema and table are texts; here one is another kind of JSON value.')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, dbz_operation, null) as string)
        ) as operation,
        cast(coalesce(dbz_source['db'], dbz_body.databaseName) as string) as source_database,
        cast(null as string) as source_schema,
        cast(dbz_table as string) as source_table,
        cast(null as string) as statement_kind,
        cast(if(reason is null, if(nullif(try_cast(dbz_body.source['ts_ms'] as bigint), 0) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(dbz_body.source['ts_ms'] as bigint), 0)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(dbz_body.ts_ms as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(dbz_body.ts_ms as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, coalesce(
            size(dbz_lobs_unsent) > 0
            or dbz_body.op = 'd' and size(dbz_own_key) > 0 and coalesce(options['lob_mode'], '') <> 'complete',
            false
        ), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(null as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, to_json(dbz_declared_types), null) as string) as column_types,
        cast(if(reason is null, if(dbz_body.op = 'd', array(), array(if(size(dbz_lobs_unsent) > 0, map_filter(dbz_body.after, (name, text) -> not array_contains(dbz_lobs_unsent, name)), dbz_body.after))), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(dbz_body.before is null, array(), array(if(size(dbz_lobs_unsent) > 0, map_filter(dbz_body.before, (name, text) -> not array_contains(dbz_lobs_unsent, name)), dbz_body.before))), null) as array<map<string,string>>) as before_rows,
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
