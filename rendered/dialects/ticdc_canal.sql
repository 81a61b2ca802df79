texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('ticdc_canal'),
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
        if(
            canal.isDdl,
            case canal.type when 'CREATE' then 'ddl' when 'ALTER' then 'ddl' when 'ERASE' then 'ddl' when 'RENAME' then 'ddl' when 'CINDEX' then 'ddl' when 'DINDEX' then 'ddl' when 'QUERY' then 'ddl' when 'TRUNCATE' then 'truncate' end,
            case canal.type when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' when 'TIDB_WATERMARK' then 'heartbeat' end
        ) as canal_operation,
        not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE') as canal_is_row,
        canal.data as canal_rows,
        from_json(canal._tidb, 'commitTs string, onlyHandleKey string, claimCheckLocation string', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')) as canal_tidb,
        if(canal_tidb.commitTs rlike r'^[1-9][0-9]{0,18}\z', canal_tidb.commitTs, null) as canal_commit_ts
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'ticdc_canal' then case
                when canal is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (canal.`type` is null) or (canal.`isDdl` is null) or (canal.`_tidb` is null) or arrays_overlap(names, split('gtid,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
                when canal_tidb.claimCheckLocation is not null then 'value_elsewhere'
                when canal_tidb.onlyHandleKey = 'true' and canal.type in ('INSERT', 'UPDATE') then 'row_incomplete'
                when canal_commit_ts is null and canal.type <> 'TIDB_WATERMARK' then 'sequence_missing'
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
                when ((coalesce(size(array_distinct(coalesce(
                        json_object_keys(canal._tidb),
                        map_keys(from_json(canal._tidb, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    ))) <> size(coalesce(
                        json_object_keys(canal._tidb),
                        map_keys(from_json(canal._tidb, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), false)) or (coalesce(case size(canal.`data`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((canal.`data`)[0]))) <> size((canal.`data`)[0]))
                        else exists(canal.`data`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false) or coalesce(case size(canal.`old`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((canal.`old`)[0]))) <> size((canal.`old`)[0]))
                        else exists(canal.`old`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false))) then 'duplicate_name'
                when ((canal._tidb is not null and not startswith(canal._tidb, '{')
                    or canal_tidb.onlyHandleKey not in ('true', 'false')
                    or case
                        when not array_contains(names, '_tidb') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"_tidb"')) > 2
                            then coalesce(exists(array(from_json(value_text, '`_tidb` variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).`_tidb`), sent -> if(     try_variant_get(sent, '$', 'array<variant>') is not null     or try_variant_get(sent, '$', 'map<string,variant>') is not null,     'CONTAINER',     schema_of_variant(sent) ) = 'STRING'), false)
                        else value_text rlike r'"_tidb"\s*+:\s*+"'
                    end) or (canal_is_unread
                    or if(
                        -- as in dialects/canal.sql
                    ) or concat_ws('\n', canal.`pkNames`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        -- as in dialects/canal.sql
                    ) not in ('STRING', 'VOID'), true)
                        -- as in dialects/canal.sql
                    ) not in ('STRING', 'VOID'), true)),
                                is_other -> is_other
                            ), true)
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
                when 'ticdc_canal' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of ticdc_canal has type, isDdl, _tidb.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('gtid:canal and others|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'value_elsewhere' then concat('The message is too large for the topic, and its row lies in ', canal_tidb.claimCheckLocation, ': it is not here. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.')
                    when 'row_incomplete' then 'The message is too large for the topic, and TiCDC sent only the key of its row: the row as it stands is not known. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.'
                    when 'sequence_missing' then concat('A message of TiCDC has a whole number in commitTs of _tidb, by which changes are ordered; here it is ', coalesce(canal_tidb.commitTs, 'missing'), '.')
                    when 'unknown_operation' then concat('TiCDC documents no type ', canal.type, ' with isDdl ', canal.isDdl, '.')
                    when 'data_not_rows' then concat('A message of type ', canal.type, ' of TiCDC carries rows, in an array of objects; here it is absent, null or holds something else.')
                    when 'old_not_rows' then 'An UPDATE of TiCDC carries in old one object for each row of data; here old is absent, shorter, longer or holds something else.'
                    when 'duplicate_name' then if(coalesce(case size(canal.`data`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((canal.`data`)[0]))) <> size((canal.`data`)[0]))
                        else exists(canal.`data`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false) or coalesce(case size(canal.`old`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((canal.`old`)[0]))) <> size((canal.`old`)[0]))
                        else exists(canal.`old`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false), 'A row, or what describes its columns, names a column twice.', '_tidb names a member twice.')
                    when 'wrong_type' then if(canal._tidb is not null and not startswith(canal._tidb, '{')
                    or canal_tidb.onlyHandleKey not in ('true', 'false')
                    or case
                        -- as in dialects/ticdc_canal.sql
                    end, '_tidb is not an object, or its onlyHandleKey neither true nor false.', 'A member holds another kind of JSON value than ticdc_canal sends: a text (database, table, type, sql, gtid), true or false (isDdl, isHeartbeat), a list of texts (pkNames), a list of objects (data, old).')
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
        cast(if(reason is null, canal.type = 'DELETE' and coalesce(canal_tidb.onlyHandleKey = 'true', false), null) as boolean) as is_partial,
        cast(if(reason is null, canal.type = 'UPDATE', null) as boolean) as is_before_changed_only,
        cast(if(reason is null, canal_commit_ts, null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(canal.pkNames) > 0, canal.pkNames, null), null) as array<string>) as key_columns,
        cast(if(reason is null, if(canal_operation = 'heartbeat' or canal_commit_ts is null, null, transform(
            array(array(cast(canal_commit_ts as decimal(38,0)))),
            place -> if(canal_operation = 'delete', concat(
                slice(place, 1, size(place) - 1),
                array(element_at(place, -1) - 1, 1)
            ), place)
        )[0]), null) as array<decimal(38,0)>) as source_sequence,
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
