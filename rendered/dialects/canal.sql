texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('canal'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`database`:string,`table`:string,`type`:string,`isDdl`:boolean,`es`:string,`ts`:string,`id`:string,`sql`:string,`gtid`:string,`pkNames`:array<string>,`mysqlType`:string,`_tidb`:string,`isHeartbeat`:boolean,`data`:array<map<string,string>>,`old`:array<map<string,string>>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as canal_parsed
    from texts

),

envelopes as (

    select
        * except (canal_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        canal_parsed.unread is not null as canal_is_unread,
        if(
            (
                size(canal_parsed.changefeed_message) = 2
                and canal_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    canal_parsed.unread is not null
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
                transform(array(canal_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`database`, e.`table`, e.`type`, e.`es`, e.`ts`, e.`id`, e.`sql`, e.`gtid`, e.`mysqlType`, e.`_tidb`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts
                        )),
                        of -> named_struct(
                            'database', of.texts[0],
                            'table', of.texts[1],
                            'type', of.texts[2],
                            'isDdl', e.`isDdl`,
                            'es', of.texts[3],
                            'ts', of.texts[4],
                            'id', of.texts[5],
                            'sql', of.texts[6],
                            'gtid', of.texts[7],
                            'pkNames', transform(e.`pkNames`, text -> if(
                                contains(text, '\uFDD0'),
                                replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                text
                            )),
                            'mysqlType', of.texts[8],
                            '_tidb', of.texts[9],
                            'isHeartbeat', e.`isHeartbeat`,
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
                canal_parsed.changefeed_message[0]
            ),
            null
        ) as canal
    from parsed_messages

),

terms as (

    select
        *,
        if(
            canal.isDdl,
            case canal.type when 'CREATE' then 'ddl' when 'ALTER' then 'ddl' when 'ERASE' then 'ddl' when 'RENAME' then 'ddl' when 'CINDEX' then 'ddl' when 'DINDEX' then 'ddl' when 'QUERY' then 'ddl' when 'TRUNCATE' then 'truncate' end,
            case canal.type when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' when 'QUERY' then 'other' when 'GTID' then 'other' when 'XACOMMIT' then 'commit' when 'XAROLLBACK' then 'rollback' when 'MHEARTBEAT' then 'heartbeat' end
        ) as canal_operation,
        not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE') as canal_is_row,
        canal.data as canal_rows
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'canal' then case
                when canal is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (canal.`type` is null) or (canal.`isDdl` is null) or arrays_overlap(names, split('_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
                when canal_is_row and canal.data is null and canal.sql <> '' then 'statement_without_rows'
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
                when canal_is_row and canal.type = 'UPDATE' and size(canal.data) > 0 and (case
                                when canal.old is null then not coalesce(is_variant_null(from_json(value_text, 'old variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).old), false)
                                when size(canal.old) between 1 and size(canal.data) - 1 then exists(array(coalesce(declared_keys[concat_ws(':',
                            length(coalesce(nullif(canal.database, ''), database_override, '')), coalesce(nullif(canal.database, ''), database_override, ''),
                            length(coalesce(nullif('', ''), schema_override, '')), coalesce(nullif('', ''), schema_override, ''),
                            length(coalesce(canal.table, '')), coalesce(canal.table, '')
                        )], canal.pkNames, array())), key -> size(key) = 0 or exists(canal.old, row -> arrays_overlap(map_keys(row), key)))
                                else size(canal.old) > size(canal.data)
                            end or case size(canal.old)
                        when 0 then false
                        when 1 then (canal.old)[0] is null
                        else exists(canal.old, r -> r is null)
                    end) then 'old_not_rows'
                when coalesce(case size(canal.`data`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((canal.`data`)[0]))) <> size((canal.`data`)[0]))
                        else exists(canal.`data`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false) or coalesce(case size(canal.`old`)
                        when 0 then false
                        when 1 then (size(array_distinct(map_keys((canal.`old`)[0]))) <> size((canal.`old`)[0]))
                        else exists(canal.`old`, r -> (size(array_distinct(map_keys(r))) <> size(r)))
                    end, false) then 'duplicate_name'
                when canal_is_unread
                    or if(
                        if(
                        concat_ws('', left(canal.`database`, 1), left(canal.`table`, 1), left(canal.`type`, 1), left(canal.`sql`, 1), left(canal.`gtid`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', canal.`database`, canal.`table`, canal.`type`, canal.`sql`, canal.`gtid`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ) or concat_ws('\n', canal.`pkNames`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        exists(
                            array(from_json(value_text, 'struct<`database`:variant,`table`:variant,`type`:variant,`sql`:variant,`gtid`:variant,`pkNames`:array<variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(canal.`database` as text, sent.`database` as value),
                                    struct(canal.`table` as text, sent.`table` as value),
                                    struct(canal.`type` as text, sent.`type` as value),
                                    struct(canal.`sql` as text, sent.`sql` as value),
                                    struct(canal.`gtid` as text, sent.`gtid` as value)
                                ),
                                each -> each.text is not null and coalesce(if(
                        try_variant_get(each.value, '$', 'array<variant>') is not null
                        or try_variant_get(each.value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(each.value)
                    ) not in ('STRING', 'VOID'), true)
                            )
                            or canal.`pkNames` is not null and coalesce(exists(
                                zip_with(canal.`pkNames`, sent.`pkNames`, (text, value) -> text is not null and coalesce(if(
                        try_variant_get(value, '$', 'array<variant>') is not null
                        or try_variant_get(value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(value)
                    ) not in ('STRING', 'VOID'), true)),
                                is_other -> is_other
                            ), true)
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
                when 'canal' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of canal has type, isDdl.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'statement_without_rows' then concat('The ', canal.type, ' came as a statement without its rows: the source logs statements. Set binlog_format=ROW. Statement: ', left(canal.sql, 200))
                    when 'unknown_operation' then concat('Canal documents no type ', canal.type, ' with isDdl ', canal.isDdl, '.')
                    when 'data_not_rows' then concat('A message of type ', canal.type, ' of Canal carries rows, in an array of objects; here it is absent, null or holds something else.')
                    when 'old_not_rows' then 'An UPDATE of Canal carries in old one object for each row of data; here old is absent, shorter in a table without a key, or where the key changes, longer or holds something else.'
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than canal sends: a text (database, table, type, sql, gtid), true or false (isDdl, isHeartbeat), a list of texts (pkNames), a list of objects (data, old).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, if(canal_is_row and size(canal_rows) = 0, 'other', canal_operation), null) as string)
        ) as operation,
        cast(regexp_replace(canal.database, r'(?s)^`(.*)`\z', '$1') as string) as source_database,
        cast(null as string) as source_schema,
        cast(canal.table as string) as source_table,
        cast(if(reason is null, if(canal.isDdl or canal.type = 'QUERY', lower(canal.type), null), null) as string) as statement_kind,
        cast(if(reason is null, if(try_cast(canal.es as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(canal.es as bigint)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(canal.ts as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(canal.ts as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, canal.type in ('UPDATE', 'DELETE') and options['absent_means'] <=> 'unchanged', null) as boolean) as is_partial,
        cast(if(reason is null, canal.type = 'UPDATE', null) as boolean) as is_before_changed_only,
        cast(if(reason is null, nullif(canal.gtid, ''), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(canal.pkNames) > 0, canal.pkNames, null), null) as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(canal.sql, ''), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, canal.mysqlType, null) as string) as column_types,
        cast(if(reason is null, if(canal.type = 'DELETE', array(), canal_rows), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case canal.type when 'UPDATE' then case when size(canal.old) = size(canal.data) then canal.old when size(canal.old) > 0 then array() else transform(canal.data, row -> cast(map() as map<string,string>)) end when 'DELETE' then canal_rows else array() end, null) as array<map<string,string>>) as before_rows,
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
