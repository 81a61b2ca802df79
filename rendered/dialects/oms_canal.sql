texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('oms_canal'),
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
            when not canal.isDdl then case canal.type when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' when 'ROW' then 'snapshot' end
            when canal.type in ('CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX', 'QUERY', 'TRUNCATE') and coalesce(canal.sql rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false) then 'truncate'
            else case canal.type when 'CREATE' then 'ddl' when 'ALTER' then 'ddl' when 'ERASE' then 'ddl' when 'RENAME' then 'ddl' when 'CINDEX' then 'ddl' when 'DINDEX' then 'ddl' when 'QUERY' then 'ddl' when 'TRUNCATE' then 'truncate' end
        end as canal_operation,
        not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE', 'ROW') as canal_is_row,
        canal.data as canal_rows,
        from_json(canal.mysqlType, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')) as canal_sent_types,
        if((size(array_distinct(map_keys(canal_sent_types))) <> size(canal_sent_types)), null, if(
            declared_types[concat_ws(':',
                length(coalesce(nullif(canal.database, ''), database_override, '')), coalesce(nullif(canal.database, ''), database_override, ''),
                length(coalesce(nullif('', ''), schema_override, '')), coalesce(nullif('', ''), schema_override, ''),
                length(coalesce(canal.table, '')), coalesce(canal.table, '')
            )] is null,
            canal_sent_types,
            map_concat(
                map_filter(declared_types[concat_ws(':',
                length(coalesce(nullif(canal.database, ''), database_override, '')), coalesce(nullif(canal.database, ''), database_override, ''),
                length(coalesce(nullif('', ''), schema_override, '')), coalesce(nullif('', ''), schema_override, ''),
                length(coalesce(canal.table, '')), coalesce(canal.table, '')
            )], (name, type) -> not coalesce(map_contains_key(canal_sent_types, name), false)),
                coalesce(canal_sent_types, map())
            )
        )) as canal_types,
        if(
            coalesce(options['lob_mode'], '') <> 'complete' and canal.type in ('UPDATE', 'DELETE'),
            map_keys(map_filter(canal_types, (name, type) -> coalesce(lower(regexp_extract(type, '^[^( ]*', 0)) in (
                'tinytext', 'text', 'mediumtext', 'longtext', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'json',
                'geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection',
                'geomcollection', 'clob', 'nclob', 'xmltype', 'sdo_geometry'
            ), false))),
            array()
        ) as canal_lobs
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'oms_canal' then case
                when canal is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (canal.`type` is null) or (canal.`isDdl` is null) or arrays_overlap(names, split('gtid,id,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
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
                when ((coalesce((size(array_distinct(map_keys(canal_sent_types))) <> size(canal_sent_types)), false)) or (coalesce(case size(canal.`data`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((canal.`data`)[0]))) <> size((canal.`data`)[0]))
                        else exists(canal.`data`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false) or coalesce(case size(canal.`old`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((canal.`old`)[0]))) <> size((canal.`old`)[0]))
                        else exists(canal.`old`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false))) then 'duplicate_name'
                when (((
                        canal.mysqlType is not null and canal_sent_types is null
                        or case
                        when not array_contains(names, 'mysqlType') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"mysqlType"')) > 2
                            then coalesce(exists(array(from_json(value_text, '`mysqlType` variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).`mysqlType`), sent -> if(     try_variant_get(sent, '$', 'array<variant>') is not null     or try_variant_get(sent, '$', 'map<string,variant>') is not null,     'CONTAINER',     schema_of_variant(sent) ) = 'STRING'), false)
                        else value_text rlike r'"mysqlType"\s*+:\s*+"'
                    end
                        or if(
                            coalesce(exists(map_values(canal_sent_types), text -> text rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$'), false),
                            coalesce(exists(
                                zip_with(
                                    map_values(canal_sent_types),
                                    map_values(from_json(canal.mysqlType, 'map<string,variant>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                                    (text, value) -> text is not null and coalesce(if(
                        try_variant_get(value, '$', 'array<variant>') is not null
                        or try_variant_get(value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(value)
                    ) not in ('STRING', 'VOID'), true)
                                ),
                                is_other -> is_other
                            ), true),
                            false
                        )
                    )) or (canal_is_unread
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
                when 'oms_canal' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of oms_canal has type, isDdl.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('gtid,id:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'unknown_operation' then concat('OMS documents no type ', canal.type, ' with isDdl ', canal.isDdl, '.')
                    when 'data_not_rows' then concat('A message of type ', canal.type, ' of OMS carries rows, in an array of objects; here it is absent, null or holds something else.')
                    when 'old_not_rows' then 'An UPDATE of OMS carries in old one object for each row of data; here old is absent, shorter, longer or holds something else.'
                    when 'duplicate_name' then if(coalesce((size(array_distinct(map_keys(canal_sent_types))) <> size(canal_sent_types)), false), 'mysqlType names a column twice.', 'A row, or what describes its columns, names a column twice.')
                    when 'wrong_type' then if((
                        canal.mysqlType is not null and canal_sent_types is null
                        or case
                        when not array_contains(names, 'mysqlType') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"mysqlType"')) > 2
                            -- as in dialects/oms_canal.sql
                        else value_text rlike r'"mysqlType"\s*+:\s*+"'
                    end
                        -- as in dialects/oms_canal.sql
                    ) not in ('STRING', 'VOID'), true)
                                ),
                                is_other -> is_other
                            ), true),
                            false
                        )
                    ), 'mysqlType is not an object of texts, column and type.', 'A member holds another kind of JSON value than oms_canal sends: a text (database, table, type, sql, gtid), true or false (isDdl, isHeartbeat), a list of texts (pkNames), a list of objects (data, old).')
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
        cast(if(reason is null, canal.type in ('UPDATE', 'DELETE') and (
            options['absent_means'] <=> 'unchanged'
            or coalesce(options['lob_mode'], '') <> 'complete' and (
                canal.type = 'DELETE'
                or coalesce(exists(
                    zip_with(canal.data, canal.old, (row, changed) -> exists(
                        map_entries(row),
                        field -> field.value is null and array_contains(canal_lobs, field.key) and not map_contains_key(changed, field.key)
                    )),
                    is_one -> is_one
                ), false)
            )
        ), null) as boolean) as is_partial,
        cast(if(reason is null, canal.type = 'UPDATE', null) as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(canal.pkNames) > 0, canal.pkNames, null), null) as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(canal.sql, ''), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, to_json(canal_types), null) as string) as column_types,
        cast(if(reason is null, case
            when canal.type = 'DELETE' then array()
            when canal.type = 'UPDATE' and size(canal_lobs) > 0 then zip_with(canal.data, canal.old, (row, changed) -> map_filter(
                row,
                (name, text) -> text is not null or not array_contains(canal_lobs, name) or map_contains_key(changed, name)
            ))
            else canal.data
        end, null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case canal.type
            when 'UPDATE' then canal.old
            when 'DELETE' then if(
                size(canal_lobs) > 0,
                transform(canal.data, row -> map_filter(row, (name, text) -> text is not null or not array_contains(canal_lobs, name))),
                canal.data
            )
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
