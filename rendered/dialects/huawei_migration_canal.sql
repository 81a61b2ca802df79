texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('huawei_migration_canal'),
            from_json(
                -- as in dialects/canal.sql
            ),
            null
        ) as canal_parsed
    from texts

),

envelopes as (
    -- as in dialects/canal.sql
),

terms as (

    select
        *,
        case
            when canal.isHeartbeat then 'heartbeat'
            when canal.isDdl then case canal.type when 'CREATE' then 'ddl' when 'ALTER' then 'ddl' when 'ERASE' then 'ddl' when 'RENAME' then 'ddl' when 'CINDEX' then 'ddl' when 'DINDEX' then 'ddl' when 'QUERY' then 'ddl' when 'TRUNCATE' then 'truncate' end
            else case canal.type when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' end
        end as canal_operation,
        not canal.isDdl and not coalesce(canal.isHeartbeat, false) and canal.type in ('INSERT', 'UPDATE', 'DELETE') as canal_is_row,
        canal.data as canal_rows
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'huawei_migration_canal' then case
                when canal is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (canal.`type` is null) or (canal.`isDdl` is null) or arrays_overlap(names, split('gtid,_tidb,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
                when canal_operation is null then 'unknown_operation'
                when canal_is_row and (canal_rows is null or case size(canal_rows)
                        when 0 then false
                        when 1 then (canal_rows)[0] is null
                        else exists(canal_rows, r -> r is null)
                    end or case size(canal.data)
                        when 0 then false
                        when 1 then (canal.data)[0] is null
                        else exists(canal.data, r -> r is null)
                    end) then 'data_not_rows'
                when canal_is_row and canal.type = 'UPDATE' and size(canal.data) > 0 and (canal.old is null or size(canal.old) <> size(canal.data) or case size(canal.old)
                        when 0 then false
                        when 1 then (canal.old)[0] is null
                        else exists(canal.old, r -> r is null)
                    end) then 'old_not_rows'
                when coalesce(case size(canal.`data`)
                    -- as in dialects/canal.sql
                when canal_is_unread
                    -- as in dialects/canal.sql
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
                when 'huawei_migration_canal' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of huawei_migration_canal has type, isDdl.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('gtid:canal and others|_tidb:ticdc_canal|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'unknown_operation' then concat('DataArts Migration documents no type ', canal.type, ' with isDdl ', canal.isDdl, '.')
                    when 'data_not_rows' then concat('A message of type ', canal.type, ' of DataArts Migration carries rows, in an array of objects; here it is absent, null or holds something else.')
                    when 'old_not_rows' then 'An UPDATE of DataArts Migration carries in old one object for each row of data; here old is absent, shorter, longer or holds something else.'
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than huawei_migration_canal sends: a text (database, table, type, sql, gtid), true or false (isDdl, isHeartbeat), a list of texts (pkNames), a list of objects (data, old).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, if(canal_is_row and size(canal_rows) = 0, 'other', canal_operation), null) as string)
        ) as operation,
        cast(canal.database as string) as source_database,
        cast(null as string) as source_schema,
        cast(canal.table as string) as source_table,
        cast(if(reason is null, if(canal.isDdl, lower(canal.type), null), null) as string) as statement_kind,
        cast(if(reason is null, if(try_cast(canal.es as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(canal.es as bigint)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(canal.ts as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(canal.ts as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, false, null) as boolean) as is_partial,
        cast(if(reason is null, canal.type = 'UPDATE', null) as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(canal.pkNames) > 0, canal.pkNames, null), null) as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(canal.sql, ''), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, canal.mysqlType, null) as string) as column_types,
        cast(if(reason is null, if(canal.type = 'DELETE', array(), canal_rows), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case canal.type when 'UPDATE' then canal.old when 'DELETE' then canal_rows else array() end, null) as array<map<string,string>>) as before_rows,
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
