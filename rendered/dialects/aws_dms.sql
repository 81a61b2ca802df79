unframed_messages as (
    -- as in dialects/maxwell.sql
),

texts as (
    -- as in dialects/maxwell.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('aws_dms'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`data`:map<string,string>,`before-image`:map<string,string>,`metadata`:struct<`timestamp`:string,`record-type`:string,`operation`:string,`schema-name`:string,`table-name`:string,`transaction-id`:string,`commit-timestamp`:string>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as dms_parsed
    from texts

),

envelopes as (

    select
        * except (dms_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        dms_parsed.unread is not null as dms_is_unread,
        if(
            (
                size(dms_parsed.changefeed_message) = 2
                and dms_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    dms_parsed.unread is not null
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
                transform(array(dms_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`data`, e.`before-image`), m -> transform_values(if(
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
                            'data', of.maps[0],
                            'before-image', of.maps[1],
                            'metadata', if(
                                e.`metadata` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`metadata`.`timestamp`, e.`metadata`.`record-type`, e.`metadata`.`operation`, e.`metadata`.`schema-name`, e.`metadata`.`table-name`, e.`metadata`.`transaction-id`, e.`metadata`.`commit-timestamp`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'timestamp', of.texts[0],
                                        'record-type', of.texts[1],
                                        'operation', of.texts[2],
                                        'schema-name', of.texts[3],
                                        'table-name', of.texts[4],
                                        'transaction-id', of.texts[5],
                                        'commit-timestamp', of.texts[6]
                                    )
                                )[0]
                            ),
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                dms_parsed.changefeed_message[0]
            ),
            null
        ) as dms
    from parsed_messages

),

terms as (

    select
        *,
        dms.metadata.`record-type` as dms_kind,
        case dms_kind
            when 'data' then case dms.metadata.operation when 'load' then 'snapshot' when 'insert' then 'insert' when 'update' then 'update' when 'delete' then 'delete' end
            when 'control' then case dms.metadata.operation when 'create-table' then 'ddl' when 'drop-table' then 'ddl' when 'rename-table' then 'ddl' when 'change-columns' then 'ddl' when 'add-column' then 'ddl' when 'drop-column' then 'ddl' when 'rename-column' then 'ddl' when 'column-type-change' then 'ddl' when 'truncate-table' then 'truncate' end
        end as dms_operation,
        dms_kind = 'data' as dms_is_row,
        coalesce(source_kind in ('mysql', 'mariadb'), false) as dms_is_mysql,
        if(dms_is_mysql, dms.metadata.`schema-name`, null) as dms_database,
        if(dms_is_mysql, null, dms.metadata.`schema-name`) as dms_schema,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(dms_database, ''), database_override, '')), coalesce(nullif(dms_database, ''), database_override, ''),
                length(coalesce(nullif(dms_schema, ''), schema_override, '')), coalesce(nullif(dms_schema, ''), schema_override, ''),
                length(coalesce(dms.metadata.`table-name`, '')), coalesce(dms.metadata.`table-name`, '')
            )] as dms_declared_key,
        options['before_columns'] <=> 'prefixed' and dms.`before-image` is null as dms_is_prefixed,
        if(
            dms_operation = 'update' and dms.`before-image` is null,
            filter(map_keys(dms.data), name -> startswith(name, 'BI_') and array_contains(map_keys(dms.data), substr(name, 4))),
            array()
        ) as dms_prefixed,
        (coalesce(size(dms.`before-image`), 0) > 0 or dms_is_prefixed and exists(map_keys(dms.data), name -> startswith(name, 'BI_'))) as dms_has_before,
        source_kind <=> 'postgresql' and coalesce(size(dms_declared_key), 1) > 0 as dms_is_key_only
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'aws_dms' then case
                when dms is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (dms.`metadata` is null) or arrays_overlap(names, split('database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
                when dms_operation is null then 'unknown_operation'
                when dms_is_row and coalesce(size(dms.data), 0) < 1 then 'row_missing'
                when dms_operation = 'update' and dms.`before-image` is null and size(array_except(names, array('before-image', 'control', 'data', 'metadata'))) > 0 then 'before_member_unknown'
                when size(dms_prefixed) > 0 and coalesce(options['before_columns'], 'undeclared') = 'undeclared' then 'before_columns_undeclared'
                when dms_operation = 'update' and size(dms_declared_key) = 0
                    and (
                        not dms_has_before
                        or not (options['absent_means'] <=> 'as_null' and coalesce(source_kind in ('mysql', 'mariadb'), false))
                        and if(
                            dms_is_prefixed,
                            exists(map_keys(dms.data), name -> not startswith(name, 'BI_') and not array_contains(map_keys(dms.data), concat('BI_', name))),
                            size(array_except(map_keys(dms.data), map_keys(dms.`before-image`))) > 0
                        )
                    ) then 'before_missing'
                when coalesce((size(array_distinct(map_keys(dms.`data`))) <> size(dms.`data`)), false) or coalesce((size(array_distinct(map_keys(dms.`before-image`))) <> size(dms.`before-image`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`metadata`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`metadata`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when dms_is_unread
                    or if(
                        if(
                        concat_ws('', left(dms.`metadata`.`record-type`, 1), left(dms.`metadata`.`operation`, 1), left(dms.`metadata`.`schema-name`, 1), left(dms.`metadata`.`table-name`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', dms.`metadata`.`record-type`, dms.`metadata`.`operation`, dms.`metadata`.`schema-name`, dms.`metadata`.`table-name`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ),
                        exists(
                            array(from_json(value_text, 'struct<`metadata`:struct<`record-type`:variant,`operation`:variant,`schema-name`:variant,`table-name`:variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(dms.`metadata`.`record-type` as text, sent.`metadata`.`record-type` as value),
                                    struct(dms.`metadata`.`operation` as text, sent.`metadata`.`operation` as value),
                                    struct(dms.`metadata`.`schema-name` as text, sent.`metadata`.`schema-name` as value),
                                    struct(dms.`metadata`.`table-name` as text, sent.`metadata`.`table-name` as value)
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
                -- as in dialects/maxwell.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'aws_dms' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of aws_dms has metadata.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'unknown_operation' then concat('DMS documents no operation ', coalesce(dms.metadata.operation, 'null'), ' of record-type ', coalesce(dms_kind, 'null'), '.')
                    when 'row_missing' then concat('A record with operation ', dms.metadata.operation, ' carries its row in data, as an object; here it is absent, empty or something else.')
                    when 'before_member_unknown' then concat('An update has the member ', array_except(names, array('before-image', 'control', 'data', 'metadata'))[0], '. If it is the before image, call it before-image in the task (BeforeImageSettings.FieldName): by another name it is not read, and a change of key would be lost.')
                    when 'before_columns_undeclared' then concat('The column ', dms_prefixed[0], ' may be the before image of ', substr(dms_prefixed[0], 4), '. Say before_columns=prefixed among the options of this feed if it is, before_columns=none if it is a column of the source.')
                    when 'before_missing' then 'The table is declared without a key, and the update has no whole row before. Let the task send before images of all columns (BeforeImageSettings, ColumnFilter all), or declare a key in seeds/changefeed_table_keys.csv.'
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than aws_dms sends: an object (data, before-image, metadata), a text (metadata.record-type, metadata.operation, metadata.schema-name, metadata.table-name).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, dms_operation, null) as string)
        ) as operation,
        cast(dms_database as string) as source_database,
        cast(dms_schema as string) as source_schema,
        cast(dms.metadata.`table-name` as string) as source_table,
        cast(if(reason is null, if(dms_kind = 'control', dms.metadata.operation, null), null) as string) as statement_kind,
        cast(if(reason is null, if(
            dms.metadata.`commit-timestamp` rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T:][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(left(dms.metadata.`commit-timestamp`, 10), ' ', rtrim('Z', substr(dms.metadata.`commit-timestamp`, 12)), ' ', if(endswith(dms.metadata.`commit-timestamp`, 'Z'), 'UTC', 'UTC')) as timestamp),
            null
        ), null) as timestamp) as source_at,
        cast(if(reason is null, if(
            dms.metadata.timestamp rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T:][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(left(dms.metadata.timestamp, 10), ' ', rtrim('Z', substr(dms.metadata.timestamp, 12)), ' ', if(endswith(dms.metadata.timestamp, 'Z'), 'UTC', 'UTC')) as timestamp),
            null
        ), null) as timestamp) as processed_at,
        cast(if(reason is null, coalesce(dms_operation in ('update', 'delete'), false) and (options['absent_means'] <=> 'unchanged' or dms_operation = 'delete' and dms_is_key_only), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, dms.metadata.`transaction-id`, null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(null as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, if(
            dms.metadata.operation in ('create-table', 'drop-table') and dms_kind = 'control',
            concat(
                left(dms.metadata.operation, length(dms.metadata.operation) - 6), ' table ',
                if(dms_is_mysql, concat('`', replace(dms.metadata.`table-name`, '`', '``'), '`'), concat('"', replace(dms.metadata.`table-name`, '"', '""'), '"')),
                if(dms.metadata.operation = 'create-table', ' ()', '')
            ),
            null
        ), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, if(dms_operation in ('snapshot', 'insert', 'update'), array(if(dms_is_prefixed, map_filter(dms.data, (name, text) -> not startswith(name, 'BI_')), dms.data)), array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case
            when dms_operation = 'update' and dms_has_before then array(if(
                dms_is_prefixed,
                transform_keys(map_filter(dms.data, (name, text) -> startswith(name, 'BI_')), (name, text) -> substr(name, 4)),
                dms.`before-image`
            ))when dms_operation = 'delete' then array(if(dms_is_key_only, map_filter(if(dms_is_prefixed, map_filter(dms.data, (name, text) -> not startswith(name, 'BI_')), dms.data), (name, text) -> text is not null), if(dms_is_prefixed, map_filter(dms.data, (name, text) -> not startswith(name, 'BI_')), dms.data)))
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
