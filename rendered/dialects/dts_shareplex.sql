texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('dts_shareplex'),
            from_json(
                -- as in dialects/oms_shareplex.sql
            ),
            null
        ) as shareplex_parsed
    from texts

),

envelopes as (
    -- as in dialects/oms_shareplex.sql
),

terms as (

    select
        *,
        coalesce(source_kind, '') <> 'mysql' as shareplex_is_schema,
        if(contains(shareplex.meta.`table`, '.'), substring_index(shareplex.meta.`table`, '.', 1), null) as shareplex_database_or_schema,
        substr(shareplex.meta.`table`, instr(shareplex.meta.`table`, '.') + 1) as shareplex_table,
        declared_keys[concat_ws(':',
            -- as in dialects/oms_shareplex.sql
        declared_types[concat_ws(':',
            -- as in dialects/oms_shareplex.sql
        if(
            options['order'] <=> 'scn' and shareplex.meta.scn rlike r'^[0-9]{1,38}\z' and shareplex.meta.seq rlike r'^[0-9]{1,38}\z',
            array(cast(shareplex.meta.scn as decimal(38,0)), cast(shareplex.meta.seq as decimal(38,0))),
            null
        ) as shareplex_sequence,
        case
            -- as in dialects/oms_shareplex.sql, under if(shareplex.meta.op = 'ins' and coalesce(options['order'], 
        end as shareplex_operation,
        cast(array() as array<string>) as shareplex_unsent
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'dts_shareplex' then case
                when shareplex is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (shareplex.`meta` is null) or arrays_overlap(names, split('database,es,gtid,id,isDdl,mysqlType,old,pkNames,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
                when options['order'] <=> 'scn' and shareplex_sequence is null then 'sequence_missing'
                when shareplex_operation is null then 'unknown_operation'
                when shareplex.meta.op in ('ins', 'upd', 'ups', 'del') and shareplex.data is null or shareplex.meta.op in ('upd', 'ups') and shareplex.key is null then 'row_missing'
                when shareplex.meta.op = 'ddl' and nullif(shareplex.sql.ddl, '') is null then 'statement_missing'
                when coalesce((size(array_distinct(map_keys(shareplex.`data`))) <> size(shareplex.`data`)), false) or coalesce((size(array_distinct(map_keys(shareplex.`key`))) <> size(shareplex.`key`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`meta`:string,`sql`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`meta`, sent.`sql`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when shareplex_is_unread
                    -- as in dialects/oms_shareplex.sql
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
                when 'dts_shareplex' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of dts_shareplex has meta.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('database,es,gtid,id,isDdl,mysqlType,old,pkNames,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'sequence_missing' then concat('This feed is ordered by meta.scn and meta.seq, whole numbers; here they are ', coalesce(shareplex.meta.scn, 'missing'), ' and ', coalesce(shareplex.meta.seq, 'missing'), '. Where the task does not always send them, take order=scn out of the options of this feed in seeds/changefeed_feeds.csv.')
                    when 'unknown_operation' then concat('DTS documents no meta.op ', coalesce(shareplex.meta.op, '(missing)'), '.')
                    when 'row_missing' then 'The row, or what an update changed of it, is in data, and the row before an update is in key; here one is missing, or no object.'
                    when 'statement_missing' then 'A ddl has its statement in sql.ddl.'
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than dts_shareplex sends: an object (data, key, meta, sql), a text (meta.op, meta.table, sql.ddl).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, shareplex_operation, null) as string)
        ) as operation,
        cast(if(shareplex_is_schema, null, shareplex_database_or_schema) as string) as source_database,
        cast(if(shareplex_is_schema, shareplex_database_or_schema, null) as string) as source_schema,
        cast(shareplex_table as string) as source_table,
        cast(if(reason is null, if(shareplex_operation in ('truncate', 'ddl'), shareplex.meta.op, null), null) as string) as statement_kind,
        cast(if(reason is null, if(
            shareplex.meta.time rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(replace(rtrim('Z', shareplex.meta.time), 'T', ' '), ' ', if(endswith(shareplex.meta.time, 'Z'), 'UTC', 'UTC')) as timestamp),
            null
        ), null) as timestamp) as source_at,
        cast(if(reason is null, if(
            shareplex.meta.posttime rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(replace(rtrim('Z', shareplex.meta.posttime), 'T', ' '), ' ', if(endswith(shareplex.meta.posttime, 'Z'), 'UTC', 'UTC')) as timestamp),
            null
        ), null) as timestamp) as processed_at,
        cast(if(reason is null, coalesce(shareplex_operation = 'update' and size(shareplex_declared_key) > 0 and not options['key_holds'] <=> 'whole_row', false), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, nullif(shareplex.meta.trans, ''), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(null as array<string>) as key_columns,
        cast(if(reason is null, shareplex_sequence, null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, case
            -- as in dialects/oms_shareplex.sql
        end, null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, to_json(shareplex_types), null) as string) as column_types,
        cast(if(reason is null, case when shareplex_operation = 'update' then array(map_concat(map_filter(if(size(shareplex_unsent) > 0, map_filter(shareplex.key, (name, text) -> not array_contains(shareplex_unsent, name)), shareplex.key), (name, text) -> not map_contains_key(shareplex.data, name)), shareplex.data)) when shareplex_operation = 'delete' then array() else array(shareplex.data) end, null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case shareplex_operation when 'update' then array(if(size(shareplex_unsent) > 0, map_filter(shareplex.key, (name, text) -> not array_contains(shareplex_unsent, name)), shareplex.key)) when 'delete' then array(if(size(shareplex_unsent) > 0, map_filter(shareplex.data, (name, text) -> not array_contains(shareplex_unsent, name)), shareplex.data)) else array() end, null) as array<map<string,string>>) as before_rows,
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
