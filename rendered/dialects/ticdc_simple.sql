texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('ticdc_simple'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`version`:string,`database`:string,`table`:string,`type`:string,`sql`:string,`commitTs`:string,`buildTs`:string,`claimCheckLocation`:string,`handleKeyOnly`:boolean,`data`:map<string,string>,`old`:map<string,string>,`tableSchema`:string,`preTableSchema`:string,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as simple_parsed
    from texts

),

envelopes as (

    select
        * except (simple_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        simple_parsed.unread is not null as simple_is_unread,
        if(
            (
                size(simple_parsed.changefeed_message) = 2
                and simple_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    simple_parsed.unread is not null
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
                transform(array(simple_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`version`, e.`database`, e.`table`, e.`type`, e.`sql`, e.`commitTs`, e.`buildTs`, e.`claimCheckLocation`, e.`tableSchema`, e.`preTableSchema`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts,
                            transform(array(e.`data`, e.`old`), m -> transform_values(if(
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
                            'version', of.texts[0],
                            'database', of.texts[1],
                            'table', of.texts[2],
                            'type', of.texts[3],
                            'sql', of.texts[4],
                            'commitTs', of.texts[5],
                            'buildTs', of.texts[6],
                            'claimCheckLocation', of.texts[7],
                            'handleKeyOnly', e.`handleKeyOnly`,
                            'data', of.maps[0],
                            'old', of.maps[1],
                            'tableSchema', of.texts[8],
                            'preTableSchema', of.texts[9],
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                simple_parsed.changefeed_message[0]
            ),
            null
        ) as simple
    from parsed_messages

),

terms as (

    select
        *,
        case simple.type when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' when 'WATERMARK' then 'heartbeat' when 'BOOTSTRAP' then 'other' when 'CREATE' then 'ddl' when 'ALTER' then 'ddl' when 'ERASE' then 'ddl' when 'RENAME' then 'ddl' when 'CINDEX' then 'ddl' when 'DINDEX' then 'ddl' when 'QUERY' then 'ddl' when 'TRUNCATE' then 'truncate' end as simple_operation,
        coalesce(simple_operation in ('insert', 'update', 'delete'), false) as simple_is_row,
        from_json(coalesce(simple.tableSchema, simple.preTableSchema), 'schema string, table string', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')) as simple_described,
        if(simple_is_row, simple.database, simple_described.schema) as simple_database,
        if(simple_is_row, simple.table, simple_described.table) as simple_table,
        if(simple.commitTs rlike r'^[1-9][0-9]{0,18}\z', simple.commitTs, null) as simple_commit_ts
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'ticdc_simple' then case
                when simple is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((simple.`type` is null) or (simple.`version` is null) or (simple.`commitTs` is null) or arrays_overlap(names, split('es,gtid,id,isDdl,mysqlType,pkNames,sqlType,ts,_tidb,dataSourceName,dbType,isHeartbeat,serverId,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (simple.version <> '1')) then 'wrong_dialect'
                when coalesce(simple.claimCheckLocation, '') <> '' then 'value_elsewhere'
                when simple.handleKeyOnly and simple.type in ('INSERT', 'UPDATE') then 'row_incomplete'
                when simple_operation is null then 'unknown_operation'
                when simple_operation in ('insert', 'update') and simple.data is null or simple_operation in ('update', 'delete') and simple.old is null then 'row_missing'
                when simple_operation = 'insert' and simple.old is not null or simple_operation = 'delete' and simple.data is not null then 'two_images'
                when simple_operation in ('ddl', 'truncate') and simple.sql is null then 'statement_missing'
                when simple_commit_ts is null and simple_operation <> 'other' then 'sequence_missing'
                when coalesce((size(array_distinct(map_keys(simple.`data`))) <> size(simple.`data`)), false) or coalesce((size(array_distinct(map_keys(simple.`old`))) <> size(simple.`old`)), false) then 'duplicate_name'
                when ((exists(array(simple.tableSchema, simple.preTableSchema), sent -> not startswith(sent, '{')) or case
                        when not array_contains(names, 'tableSchema') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"tableSchema"')) > 2
                            then coalesce(exists(array(from_json(value_text, '`tableSchema` variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).`tableSchema`), sent -> if(     try_variant_get(sent, '$', 'array<variant>') is not null     or try_variant_get(sent, '$', 'map<string,variant>') is not null,     'CONTAINER',     schema_of_variant(sent) ) = 'STRING'), false)
                        else value_text rlike r'"tableSchema"\s*+:\s*+"'
                    end or case
                        when not array_contains(names, 'preTableSchema') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"preTableSchema"')) > 2
                            then coalesce(exists(array(from_json(value_text, '`preTableSchema` variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).`preTableSchema`), sent -> if(     try_variant_get(sent, '$', 'array<variant>') is not null     or try_variant_get(sent, '$', 'map<string,variant>') is not null,     'CONTAINER',     schema_of_variant(sent) ) = 'STRING'), false)
                        else value_text rlike r'"preTableSchema"\s*+:\s*+"'
                    end or simple_described is not null and not simple_is_row and exists(
                        array(coalesce(simple.tableSchema, simple.preTableSchema)),
                        text -> size(array_distinct(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    ))) <> size(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    ))
                        or exists(
                            array(from_json(text, 'schema variant, table variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> simple_described.schema is not null and coalesce(if(
                        try_variant_get(sent.schema, '$', 'array<variant>') is not null
                        or try_variant_get(sent.schema, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(sent.schema)
                    ) not in ('STRING', 'VOID'), true) or simple_described.table is not null and coalesce(if(
                        try_variant_get(sent.table, '$', 'array<variant>') is not null
                        or try_variant_get(sent.table, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(sent.table)
                    ) not in ('STRING', 'VOID'), true)
                        )
                    )) or (simple_is_unread
                    or if(
                        if(
                        concat_ws('', left(simple.`database`, 1), left(simple.`table`, 1), left(simple.`type`, 1), left(simple.`sql`, 1), left(simple.`claimCheckLocation`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', simple.`database`, simple.`table`, simple.`type`, simple.`sql`, simple.`claimCheckLocation`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ),
                        exists(
                            array(from_json(value_text, 'struct<`database`:variant,`table`:variant,`type`:variant,`sql`:variant,`claimCheckLocation`:variant>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(simple.`database` as text, sent.`database` as value),
                                    struct(simple.`table` as text, sent.`table` as value),
                                    struct(simple.`type` as text, sent.`type` as value),
                                    struct(simple.`sql` as text, sent.`sql` as value),
                                    struct(simple.`claimCheckLocation` as text, sent.`claimCheckLocation` as value)
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
                when 'ticdc_simple' then case reason
                    when 'wrong_dialect' then if(simple.version <> '1', concat('The message is of version ', simple.version, ' of the Simple protocol; version 1 is known.'), concat_ws(' ', 'A message of ticdc_simple has type, version, commitTs.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('es,gtid,id,isDdl,mysqlType,pkNames,sqlType,ts:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'value_elsewhere' then concat('The message is too large for the topic, and its row lies in ', simple.claimCheckLocation, ': it is not here. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.')
                    when 'row_incomplete' then 'The message is too large for the topic, and TiCDC sent only the key of its row: the row as it stands is not known. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.'
                    when 'unknown_operation' then concat('TiCDC documents no type ', simple.type, '.')
                    when 'row_missing' then 'A new row is in data, the row before in old, and an UPDATE has both; here one is missing.'
                    when 'two_images' then 'An INSERT has no old, and a DELETE no data; here both are there.'
                    when 'statement_missing' then concat('A message of type ', simple.type, ' has its statement in sql; here it is missing.')
                    when 'sequence_missing' then concat('A message of TiCDC has a whole number in commitTs, by which changes are ordered; here it is ', coalesce(simple.commitTs, 'missing'), '.')
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then if(simple_is_unread
                    or if(
                        -- as in dialects/ticdc_simple.sql
                    ),
                        -- as in dialects/ticdc_simple.sql
                    ) not in ('STRING', 'VOID'), true)
                            )
                        ),
                        false
                    ), 'A member holds another kind of JSON value than ticdc_simple sends: a text (database, table, type, sql, claimCheckLocation), true or false (handleKeyOnly), an object (data, old).', 'tableSchema and preTableSchema are objects, and name their schema and table by texts; here one is not.')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, simple_operation, null) as string)
        ) as operation,
        cast(simple_database as string) as source_database,
        cast(null as string) as source_schema,
        cast(simple_table as string) as source_table,
        cast(if(reason is null, if(simple_operation in ('ddl', 'truncate'), lower(simple.type), null), null) as string) as statement_kind,
        cast(if(reason is null, if(cast(simple_commit_ts as decimal(20,0)) div 262144 between -62135596800000 and 253402300799999, timestamp_millis(cast(simple_commit_ts as decimal(20,0)) div 262144), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(simple.buildTs as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(simple.buildTs as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, simple_operation = 'delete' and coalesce(simple.handleKeyOnly, false), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, if(simple_operation in ('heartbeat', 'other'), null, simple_commit_ts), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(null as array<string>) as key_columns,
        cast(if(reason is null, if(simple_operation in ('heartbeat', 'other') or simple_commit_ts is null, null, transform(
            array(array(cast(simple_commit_ts as decimal(38,0)))),
            place -> if(simple_operation = 'delete', concat(
                slice(place, 1, size(place) - 1),
                array(element_at(place, -1) - 1, 1)
            ), place)
        )[0]), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(simple.sql, ''), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, if(simple_is_row or simple.tableSchema is null, null, concat('[', simple.tableSchema, ']')), null) as string) as column_types,
        cast(if(reason is null, if(simple_operation in ('insert', 'update'), array(simple.data), array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(simple_operation in ('update', 'delete'), array(simple.old), array()), null) as array<map<string,string>>) as before_rows,
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
