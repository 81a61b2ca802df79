texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('drs_json_schema'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`dbType`:string,`database`:string,`schema`:string,`table`:string,`opType`:string,`type`:string,`isDdl`:boolean,`id`:string,`es`:string,`ts`:string,`sql`:string,`columnType`:string,`pkNames`:array<string>,`data`:array<map<string,string>>,`old`:array<map<string,string>>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as drs_parsed
    from texts

),

envelopes as (

    select
        * except (drs_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        drs_parsed.unread is not null as drs_is_unread,
        if(
            (
                size(drs_parsed.changefeed_message) = 2
                and drs_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    drs_parsed.unread is not null
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
                transform(array(drs_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`dbType`, e.`database`, e.`schema`, e.`table`, e.`opType`, e.`type`, e.`id`, e.`es`, e.`ts`, e.`sql`, e.`columnType`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts
                        )),
                        of -> named_struct(
                            'dbType', of.texts[0],
                            'database', of.texts[1],
                            'schema', of.texts[2],
                            'table', of.texts[3],
                            'opType', of.texts[4],
                            'type', of.texts[5],
                            'isDdl', e.`isDdl`,
                            'id', of.texts[6],
                            'es', of.texts[7],
                            'ts', of.texts[8],
                            'sql', of.texts[9],
                            'columnType', of.texts[10],
                            'pkNames', transform(e.`pkNames`, text -> if(
                                contains(text, '\uFDD0'),
                                replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                text
                            )),
                            'data', transform(e.`data`, row -> transform_values(if(
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
                            'old', transform(e.`old`, row -> transform_values(if(
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
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                drs_parsed.changefeed_message[0]
            ),
            null
        ) as drs
    from parsed_messages

),

terms as (

    select
        *,
        case
            when drs.opType = 'INIT_DDL' or (drs.opType = 'DDL' and drs.isDdl) then if(coalesce(drs.sql rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false), 'truncate', 'ddl')
            when not drs.isDdl then case drs.opType when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' when 'INIT' then 'snapshot' end
        end as drs_operation,
        case
            when lower(drs.dbType) like '%gaussdb%' then 'gaussdb'
            when lower(drs.dbType) like '%postgres%' then 'postgresql'
            when lower(drs.dbType) like '%sql%server%' then 'sqlserver'
            when lower(drs.dbType) like '%oracle%' then 'oracle'
        end as drs_sent_kind,
        coalesce(nullif(source_kind, ''), drs_sent_kind) as drs_kind,
        drs.opType in ('INSERT', 'UPDATE', 'DELETE', 'INIT') as drs_is_row,
        if(drs.opType = 'DELETE', drs.old, drs.data) as drs_rows,
        from_json(drs.columnType, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')) as drs_sent_types
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'drs_json_schema' then case
                when drs is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (drs.`opType` is null) or (drs.`isDdl` is null) or arrays_overlap(names, split('gtid,mysqlType,_tidb,dataSourceName,isHeartbeat,serverId,commitTs,version,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
                when drs_sent_kind <> nullif(source_kind, '') then 'source_kind_differs'
                when drs_operation is null or drs.type <> drs.opType then 'unknown_operation'
                when not drs.opType in ('INIT', 'INIT_DDL') and not coalesce(drs.id rlike r'^[0-9]{1,38}\z', false) then 'sequence_missing'
                when drs_is_row and (drs_rows is null or case size(drs_rows)
                        when 0 then false
                        when 1 then (drs_rows)[0] is null
                        else exists(drs_rows, r -> r is null)
                    end or case size(drs.data)
                        when 0 then false
                        when 1 then (drs.data)[0] is null
                        else exists(drs.data, r -> r is null)
                    end) then 'data_not_rows'
                when drs.opType = 'UPDATE' and size(drs.data) > 0 and (drs.old is null or size(drs.old) <> size(drs.data) or case size(drs.old)
                        when 0 then false
                        when 1 then (drs.old)[0] is null
                        else exists(drs.old, r -> r is null)
                    end) then 'old_not_rows'
                when ((coalesce((size(array_distinct(map_keys(drs_sent_types))) <> size(drs_sent_types)), false)) or (coalesce(case size(drs.`data`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((drs.`data`)[0]))) <> size((drs.`data`)[0]))
                        else exists(drs.`data`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false) or coalesce(case size(drs.`old`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((drs.`old`)[0]))) <> size((drs.`old`)[0]))
                        else exists(drs.`old`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false))) then 'duplicate_name'
                when ((coalesce(trim(drs.columnType) <> '', false) and (
                        drs.columnType is not null and drs_sent_types is null
                        or case
                        when not array_contains(names, 'columnType') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"columnType"')) > 2
                            then coalesce(exists(array(from_json(value_text, '`columnType` variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).`columnType`), sent -> if(     try_variant_get(sent, '$', 'array<variant>') is not null     or try_variant_get(sent, '$', 'map<string,variant>') is not null,     'CONTAINER',     schema_of_variant(sent) ) = 'STRING'), false)
                        else value_text rlike r'"columnType"\s*+:\s*+"'
                    end
                        or if(
                            coalesce(exists(map_values(drs_sent_types), text -> text rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$'), false),
                            coalesce(exists(
                                zip_with(
                                    map_values(drs_sent_types),
                                    map_values(from_json(drs.columnType, 'map<string,variant>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
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
                    )) or (drs_is_unread
                    or if(
                        if(
                        concat_ws('', left(drs.`dbType`, 1), left(drs.`database`, 1), left(drs.`schema`, 1), left(drs.`table`, 1), left(drs.`opType`, 1), left(drs.`type`, 1), left(drs.`sql`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', drs.`dbType`, drs.`database`, drs.`schema`, drs.`table`, drs.`opType`, drs.`type`, drs.`sql`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ) or concat_ws('\n', drs.`pkNames`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        exists(
                            array(from_json(value_text, 'struct<`dbType`:variant,`database`:variant,`schema`:variant,`table`:variant,`opType`:variant,`type`:variant,`sql`:variant,`pkNames`:array<variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(drs.`dbType` as text, sent.`dbType` as value),
                                    struct(drs.`database` as text, sent.`database` as value),
                                    struct(drs.`schema` as text, sent.`schema` as value),
                                    struct(drs.`table` as text, sent.`table` as value),
                                    struct(drs.`opType` as text, sent.`opType` as value),
                                    struct(drs.`type` as text, sent.`type` as value),
                                    struct(drs.`sql` as text, sent.`sql` as value)
                                ),
                                each -> each.text is not null and coalesce(if(
                        try_variant_get(each.value, '$', 'array<variant>') is not null
                        or try_variant_get(each.value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(each.value)
                    ) not in ('STRING', 'VOID'), true)
                            )
                            or drs.`pkNames` is not null and coalesce(exists(
                                zip_with(drs.`pkNames`, sent.`pkNames`, (text, value) -> text is not null and coalesce(if(
                        try_variant_get(value, '$', 'array<variant>') is not null
                        or try_variant_get(value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(value)
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
                when 'drs_json_schema' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of drs_json_schema has opType, isDdl.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('gtid,mysqlType:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|commitTs:ticdc_simple|version:ticdc_simple and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'source_kind_differs' then concat('The message comes from ', drs.dbType, ', and the feed\'s source_kind is ', source_kind, '. Rows and types read differently: correct source_kind in seeds/changefeed_feeds.csv, or make a feed for each task.')
                    when 'unknown_operation' then concat('DRS documents no opType ', drs.opType, ' with type ', coalesce(drs.type, 'missing'), ' and isDdl ', drs.isDdl, '.')
                    when 'sequence_missing' then concat('A DRS message has a whole number in id, by which changes are ordered; here it is ', coalesce(drs.id, 'missing'), '.')
                    when 'data_not_rows' then concat('A message of opType ', drs.opType, ' carries its rows in ', if(drs.opType = 'DELETE', 'old', 'data'), ', an array of objects; here it is absent, null or holds something else.')
                    when 'old_not_rows' then 'An UPDATE carries in old one object for each row of data; here old is absent, shorter, longer or holds something else. PostgreSQL and GaussDB send the row before only from tables with REPLICA IDENTITY FULL, which DRS requires.'
                    when 'duplicate_name' then if(coalesce((size(array_distinct(map_keys(drs_sent_types))) <> size(drs_sent_types)), false), 'columnType names a column twice.', 'A row, or what describes its columns, names a column twice.')
                    when 'wrong_type' then if(coalesce(trim(drs.columnType) <> '', false) and (
                        drs.columnType is not null and drs_sent_types is null
                        or case
                        when not array_contains(names, 'columnType') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"columnType"')) > 2
                            -- as in dialects/drs_json_schema.sql
                        else value_text rlike r'"columnType"\s*+:\s*+"'
                    end
                        -- as in dialects/drs_json_schema.sql
                    ) not in ('STRING', 'VOID'), true)
                                ),
                                is_other -> is_other
                            ), true),
                            false
                        )
                    ), 'columnType is neither blank nor an object of texts, column and type.', 'A member holds another kind of JSON value than drs_json_schema sends: a text (dbType, database, schema, table, opType, type, sql), true or false (isDdl), a list of texts (pkNames), a list of objects (data, old).')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, if(drs_is_row and size(drs_rows) = 0, 'other', drs_operation), null) as string)
        ) as operation,
        cast(drs.database as string) as source_database,
        cast(drs.schema as string) as source_schema,
        cast(drs.table as string) as source_table,
        cast(if(reason is null, if(drs.opType in ('DDL', 'INIT_DDL'), lower(drs.opType), null), null) as string) as statement_kind,
        cast(if(reason is null, if(try_cast(drs.es as bigint) * if(drs_kind = 'sqlserver' and abs(try_cast(drs.es as bigint)) < 100000000000, 1000, 1) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(drs.es as bigint) * if(drs_kind = 'sqlserver' and abs(try_cast(drs.es as bigint)) < 100000000000, 1000, 1)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(drs.ts as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(drs.ts as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, drs.opType in ('UPDATE', 'DELETE') and coalesce(
            drs_kind = 'oracle'
            or exists(drs_rows, row -> size(array_except(map_keys(drs_sent_types), map_keys(row))) > 0)
            or drs.opType = 'UPDATE'
            and exists(zip_with(drs.data, drs.old, (new, was) -> size(array_except(map_keys(was), map_keys(new))) > 0), lacks -> lacks),
            false
        ), null) as boolean) as is_partial,
        cast(if(reason is null, drs.opType = 'UPDATE', null) as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(drs.pkNames) > 0, drs.pkNames, null), null) as array<string>) as key_columns,
        cast(if(reason is null, if(drs.opType in ('INIT', 'INIT_DDL') or not coalesce(drs.id rlike r'^[0-9]{1,38}\z', false), null, array(cast(drs.id as decimal(38,0)))), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(drs.sql, ''), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, if(size(drs_sent_types) > 0, drs.columnType, null), null) as string) as column_types,
        cast(if(reason is null, if(drs.opType = 'DELETE', array(), drs_rows), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(drs.opType in ('UPDATE', 'DELETE'), drs.old, array()), null) as array<map<string,string>>) as before_rows,
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
