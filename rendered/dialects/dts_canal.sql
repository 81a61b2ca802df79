texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('dts_canal'),
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
            when canal.isDdl and canal.type = 'DDL' then if(coalesce(canal.sql rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false), 'truncate', 'ddl')
            when not canal.isDdl then case canal.type when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' when 'INIT' then 'snapshot' end
        end as canal_operation,
        not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE', 'INIT') as canal_is_row,
        case
            when canal.type = 'UPDATE' or not options['variant'] <=> 'swapped' then canal.data
            when canal.type = 'DELETE' then canal.old
            when size(canal.data) > 0 then canal.data
            else coalesce(canal.old, canal.data)
        end as canal_rows
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'dts_canal' then case
                when canal is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (canal.`type` is null) or (canal.`isDdl` is null) or (canal.`id` is null) or arrays_overlap(names, split('_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
                when canal.type = 'DELETE' and if(
                        options['variant'] <=> 'swapped',
                        size(canal.data) > 0 and coalesce(size(canal.old), 0) <= 0,
                        size(canal.old) > 0 and coalesce(size(canal.data), 0) <= 0
                    ) then 'deleted_rows_elsewhere'
                when options['variant'] <=> 'swapped' and canal.type in ('INSERT', 'INIT') and size(canal.data) > 0 and size(canal.old) > 0 then 'two_images'
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
                when 'dts_canal' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of dts_canal has type, isDdl, id.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'deleted_rows_elsewhere' then concat('In the variant ', if(options['variant'] <=> 'swapped', 'swapped a DELETE has its row in old; here it is in data', 'standard a DELETE has its row in data; here it is in old'), ', as the other variant writes it. The images of UPDATEs would be taken for each other. An instance changes to standard when it is restarted on or after 2022-03-20: check the option variant of this feed in seeds/changefeed_feeds.csv.')
                    when 'two_images' then concat('A new row (', canal.type, ') has one image; here both data and old hold rows.')
                    when 'unknown_operation' then concat('DTS documents no type ', canal.type, ' with isDdl ', canal.isDdl, '.')
                    when 'data_not_rows' then concat('A message of type ', canal.type, ' of DTS carries rows, in an array of objects; here it is absent, null or holds something else.')
                    when 'old_not_rows' then 'An UPDATE of DTS carries in old one object for each row of data; here old is absent, shorter, longer or holds something else.'
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than dts_canal sends: a text (database, table, type, sql, gtid), true or false (isDdl, isHeartbeat), a list of texts (pkNames), a list of objects (data, old).'
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
        cast(if(reason is null, canal.type in ('UPDATE', 'DELETE') and coalesce(options['absent_means'], '') <> 'as_null', null) as boolean) as is_partial,
        cast(if(reason is null, canal.type = 'UPDATE' and not options['variant'] <=> 'swapped', null) as boolean) as is_before_changed_only,
        cast(if(reason is null, nullif(canal.gtid, ''), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(canal.pkNames) > 0, canal.pkNames, null), null) as array<string>) as key_columns,
        cast(if(reason is null, if(
            canal.type <> 'INIT' and not options['variant'] <=> 'swapped' and canal.id rlike r'^[1-3][0-9]{13,37}\z',
            array(cast(left(canal.id, 13) as decimal(38,0)), cast(substr(canal.id, 14) as decimal(38,0))),
            null
        ), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(canal.sql, ''), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, canal.mysqlType, null) as string) as column_types,
        cast(if(reason is null, case
            when canal.type = 'DELETE' then array()
            when canal.type <> 'UPDATE' or not options['variant'] <=> 'swapped' then canal_rows
            when options['absent_means'] <=> 'as_null' then canal.old
            else zip_with(canal.data, canal.old, (was, changed) -> map_concat(map_filter(was, (name, text) -> not map_contains_key(changed, name)), changed))
        end, null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case
            when canal.type = 'DELETE' then canal_rows
            when canal.type <> 'UPDATE' then array()
            when options['variant'] <=> 'swapped' then canal.data
            else canal.old
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
