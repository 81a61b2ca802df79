texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('flink_json'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`data`:STRING,`old`:STRING,`type`:string,`op_type`:string,`database`:string,`table`:string,`pkNames`:array<string>,`ts`:string,`ts_ms`:string,`payload`:struct<`before`:MAP<STRING,STRING>,`after`:MAP<STRING,STRING>,`op`:STRING,`source`:MAP<STRING,STRING>>,`before`:MAP<STRING,STRING>,`after`:MAP<STRING,STRING>,`op`:STRING,`source`:MAP<STRING,STRING>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as flink_parsed
    from texts

),

envelopes as (

    select
        * except (flink_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        flink_parsed.unread is not null as flink_is_unread,
        if(
            (
                size(flink_parsed.changefeed_message) = 2
                and flink_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    flink_parsed.unread is not null
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
                transform(array(flink_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`type`, e.`op_type`, e.`database`, e.`table`, e.`ts`, e.`ts_ms`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts
                        )),
                        of -> named_struct(
                            'data', e.`data`,
                            'old', e.`old`,
                            'type', of.texts[0],
                            'op_type', of.texts[1],
                            'database', of.texts[2],
                            'table', of.texts[3],
                            'pkNames', transform(e.`pkNames`, text -> if(
                                contains(text, '\uFDD0'),
                                replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                text
                            )),
                            'ts', of.texts[4],
                            'ts_ms', of.texts[5],
                            'payload', if(
                                e.`payload` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none
                                    )),
                                    of -> named_struct(
                                        'before', e.`payload`.`before`,
                                        'after', e.`payload`.`after`,
                                        'op', e.`payload`.`op`,
                                        'source', e.`payload`.`source`
                                    )
                                )[0]
                            ),
                            'before', e.`before`,
                            'after', e.`after`,
                            'op', e.`op`,
                            'source', e.`source`,
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                flink_parsed.changefeed_message[0]
            ),
            null
        ) as flink
    from parsed_messages

),

terms as (

    select
        *,
        if(flink.payload is null, named_struct('before', flink.before, 'after', flink.after, 'op', flink.op, 'source', flink.source), flink.payload) as flink_sent,
        if(has_fractions, if(
            flink_sent is null,
            null,
            transform(
                array(struct(
                    0 as none,
                    transform(array(flink_sent.`before`, flink_sent.`after`, flink_sent.`source`), m -> transform_values(if(
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
                    ))) as maps,
                    transform(array(flink_sent.`op`), m -> if(
                        contains(m, '\uFDD0'),
                        replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                        m
                    )) as texts
                )),
                of -> named_struct(
                    'before', of.maps[0],
                    'after', of.maps[1],
                    'op', of.texts[0],
                    'source', of.maps[2]
                )
            )[0]
        ), flink_sent) as flink_body,
        case
            when flink.payload is not null or flink_body.op is not null then case flink_body.op when 'c' then 'insert' when 'u' then 'update' when 'd' then 'delete' end
            when flink.op_type is not null then case flink.op_type when 'I' then 'insert' when 'D' then 'delete' end
            else case flink.type when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' when 'insert' then 'insert' when 'delete' then 'delete' end
        end as flink_operation,
        transform(
            array(flink.data, flink.old),
            sent -> from_json(if(startswith(sent, '{'), concat('[', sent, ']'), sent), 'array<map<string,string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))
        ) as flink_rows_as_sent,
        if(has_fractions, transform(flink_rows_as_sent, rows -> transform(rows, row -> transform_values(if(
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
        )))), flink_rows_as_sent) as flink_rows,
        flink_rows[0] as flink_data,
        flink_rows[1] as flink_old,
        case
            when flink.type is null then if(flink_body.after is null, null, array(flink_body.after))
            when flink_operation <> 'delete' then flink_data
        end as flink_after_rows,
        case
            when flink.type is null then if(flink_body.before is null, null, array(flink_body.before))
            when flink_operation = 'delete' then coalesce(flink_data, flink_old)
            else flink_old
        end as flink_before_rows,
        array_intersect(names, array('data', 'old', 'type', 'op_type', 'database', 'table', 'pkNames', 'ts', 'ts_ms', 'payload', 'before', 'after', 'op', 'source', 'schema')) as flink_known_names,
        flink.payload is not null or coalesce(flink.table, flink.database) is not null or array_contains(names, 'pkNames') or array_contains(names, 'source') and not coalesce(size(flink_body.source) = 0, false) as flink_is_named,
        case flink_is_named when true then coalesce(flink.table, flink_body.source['table']) when false then element_at(split(topic, '[.]'), -1) end as flink_table,
        coalesce(flink.database, flink_body.source['db'], flink_body.source['database']) as flink_database,
        if(
            flink.pkNames is not null or not flink_is_named,
            flink.pkNames,
            transform(
                array(map_keys(get(
            filter(transform(
                array(from_json(cast(key as string), 'map<string,string>')),
                sent -> if(
                    array_sort(map_keys(sent)) in (array('payload', 'schema'), array('payload', 'schemaId')) and startswith(sent['payload'], '{'),
                    from_json(sent['payload'], 'map<string,string>'),
                    sent
                )
            ), columns -> not (size(array_distinct(map_keys(columns))) <> size(columns))),
            0
        ))),
                names -> if(array_contains(names, 'TableId'), array_except(names, array('TableId')), null)
            )[0]
        ) as flink_key_names
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'flink_json' then case
                when flink is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((flink.`type` is null and flink.`op` is null and flink.`op_type` is null and flink.`payload` is null) or arrays_overlap(names, split('es,gtid,id,isDdl,mysqlType,sql,sqlType,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,clusterTime,coll,db,extra,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,csn,current_ts,op_ts,pos,primary_keys,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (not (size(array_except(flink_known_names, array('data', 'type', 'old', 'database', 'table', 'pkNames', 'ts'))) = 0 or size(array_except(flink_known_names, array('before', 'after', 'op', 'source', 'ts_ms'))) = 0 or size(array_except(flink_known_names, array('before', 'after', 'op_type'))) = 0 or size(array_except(flink_known_names, array('schema', 'payload'))) = 0) or size(array_except(map_keys(flink_body.source), array('db', 'database', 'schema', 'table'))) > 0 or coalesce(flink.type rlike '^[a-z]', false) and arrays_overlap(names, array('database', 'table', 'ts')))) then 'wrong_dialect'
                when flink_operation is null then 'unknown_operation'
                when coalesce(size(if(flink_operation = 'delete', flink_before_rows, flink_after_rows)), 0) <= 0 or exists(if(flink_operation = 'delete', flink_before_rows, flink_after_rows), r -> r is null) or flink.data is not null and flink_data is null then 'row_missing'
                when flink.old is not null and (flink_old is null or exists(flink_old, r -> r is null)) or flink_operation = 'update' and flink.type is not null and not size(flink_old) <=> size(flink_data) then 'old_not_rows'
                when flink_operation = 'insert' and flink_before_rows is not null or flink_operation = 'delete' and (flink_after_rows is not null or flink_data is not null and flink_old is not null) then 'two_images'
                when flink_operation = 'update' and flink_before_rows is null and size(declared_keys[concat_ws(':',
                            length(coalesce(nullif(flink_database, ''), database_override, '')), coalesce(nullif(flink_database, ''), database_override, ''),
                            length(coalesce(nullif(coalesce(flink_body.source['schema'], ''), ''), schema_override, '')), coalesce(nullif(coalesce(flink_body.source['schema'], ''), ''), schema_override, ''),
                            length(coalesce(flink_table, '')), coalesce(flink_table, '')
                        )]) = 0 then 'before_missing'
                when ((exists(concat(coalesce(flink_data, array()), coalesce(flink_old, array()), array(flink_body.before, flink_body.after, flink_body.source)), each -> coalesce((size(array_distinct(map_keys(each))) <> size(each)), false))) or (coalesce(exists(array(from_json(value_text, 'struct<`payload`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`payload`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false))) then 'duplicate_name'
                when ((case
                        when not array_contains(names, 'data') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"data"')) > 2
                            then coalesce(exists(array(from_json(value_text, '`data` variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).`data`), sent -> if(     try_variant_get(sent, '$', 'array<variant>') is not null     or try_variant_get(sent, '$', 'map<string,variant>') is not null,     'CONTAINER',     schema_of_variant(sent) ) = 'STRING'), false)
                        else value_text rlike r'"data"\s*+:\s*+"'
                    end or case
                        when not array_contains(names, 'old') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"old"')) > 2
                            then coalesce(exists(array(from_json(value_text, '`old` variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).`old`), sent -> if(     try_variant_get(sent, '$', 'array<variant>') is not null     or try_variant_get(sent, '$', 'map<string,variant>') is not null,     'CONTAINER',     schema_of_variant(sent) ) = 'STRING'), false)
                        else value_text rlike r'"old"\s*+:\s*+"'
                    end or if(
                        coalesce(exists(map_values(flink_body.source), text -> text rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$'), false),
                        exists(
                            transform(
                                array(from_json(value_text, 'source map<string,variant>, payload struct<source:map<string,variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                                sent -> coalesce(sent.payload.source, sent.source)
                            ),
                            sent -> coalesce(exists(map_entries(flink_body.source), each -> each.value is not null and coalesce(if(
                        try_variant_get(sent[each.key], '$', 'array<variant>') is not null
                        or try_variant_get(sent[each.key], '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(sent[each.key])
                    ) not in ('STRING', 'VOID'), true)), true)
                        ),
                        false
                    )) or (flink_is_unread
                    or if(
                        if(
                        concat_ws('', left(flink.`database`, 1), left(flink.`table`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', flink.`database`, flink.`table`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ) or concat_ws('\n', flink.`pkNames`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        exists(
                            array(from_json(value_text, 'struct<`database`:variant,`table`:variant,`pkNames`:array<variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(flink.`database` as text, sent.`database` as value),
                                    struct(flink.`table` as text, sent.`table` as value)
                                ),
                                each -> each.text is not null and coalesce(if(
                        try_variant_get(each.value, '$', 'array<variant>') is not null
                        or try_variant_get(each.value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(each.value)
                    ) not in ('STRING', 'VOID'), true)
                            )
                            or flink.`pkNames` is not null and coalesce(exists(
                                zip_with(flink.`pkNames`, sent.`pkNames`, (text, value) -> text is not null and coalesce(if(
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
                when 'flink_json' then case reason
                    when 'wrong_dialect' then if(not (size(array_except(flink_known_names, array('data', 'type', 'old', 'database', 'table', 'pkNames', 'ts'))) = 0 or size(array_except(flink_known_names, array('before', 'after', 'op', 'source', 'ts_ms'))) = 0 or size(array_except(flink_known_names, array('before', 'after', 'op_type'))) = 0 or size(array_except(flink_known_names, array('schema', 'payload'))) = 0) or size(array_except(map_keys(flink_body.source), array('db', 'database', 'schema', 'table'))) > 0 or coalesce(flink.type rlike '^[a-z]', false) and arrays_overlap(names, array('database', 'table', 'ts')), concat(case when flink_body.source is not null then 'source has more than db and table, as in messages of Debezium and OMS' when flink.type rlike '^[a-z]' and arrays_overlap(names, array('database', 'table', 'ts')) then 'The type is in small letters beside the table or a time, as Maxwell writes it itself (maxwell)' else 'The message has members of several of the formats that Flink writes' end, '. Check the dialect of this feed in seeds/changefeed_feeds.csv.'), concat_ws(' ', 'A message of flink_json has type or op or op_type or payload.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('es,gtid,id,isDdl,mysqlType,sql,sqlType:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|clusterTime,coll,db,extra,value,where:drs_mongo|recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ddl,tableChanges:debezium|message:debezium and others|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('Flink writes no type, op or op_type ', coalesce(flink.type, flink.op_type, flink_body.op, 'null'), '.')
                    when 'row_missing' then 'A new row is in data or after, a deleted one in data, old or before; here it is absent, null or something else.'
                    when 'old_not_rows' then 'An UPDATE of Flink CDC has in old the row before for each row of data; here old is absent, shorter, longer or holds something else.'
                    when 'two_images' then 'A new row has none before it, and a deleted one none after it; here both are there.'
                    when 'before_missing' then 'The table is declared without a key, and the row before an update is missing: nobody knows which row is meant. Declare a key in seeds/changefeed_table_keys.csv.'
                    when 'duplicate_name' then if(exists(concat(coalesce(flink_data, array()), coalesce(flink_old, array()), array(flink_body.before, flink_body.after, flink_body.source)), each -> coalesce((size(array_distinct(map_keys(each))) <> size(each)), false)), 'A row or source names something twice.', 'A row, or what describes its columns, names a column twice.')
                    when 'wrong_type' then if(flink_is_unread
                    or if(
                        if(
                        concat_ws('', left(flink.`database`, 1), left(flink.`table`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', flink.`database`, flink.`table`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ) or concat_ws('\n', flink.`pkNames`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        -- as in dialects/flink_json.sql
                    ) not in ('STRING', 'VOID'), true)
                        -- as in dialects/flink_json.sql
                    ) not in ('STRING', 'VOID'), true)),
                                is_other -> is_other
                            ), true)
                        ),
                        false
                    ), 'A member holds another kind of JSON value than flink_json sends: a text (database, table), a list of texts (pkNames), an object (payload, payload.before, payload.after, payload.source, before, after, source).', 'data or old is a text in place of rows, or a name in source (db, database, schema, table) is none.')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, flink_operation, null) as string)
        ) as operation,
        cast(flink_database as string) as source_database,
        cast(flink_body.source['schema'] as string) as source_schema,
        cast(flink_table as string) as source_table,
        cast(null as string) as statement_kind,
        cast(if(reason is null, if(nullif(try_cast(coalesce(flink.ts, flink.ts_ms) as bigint), 0) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(coalesce(flink.ts, flink.ts_ms) as bigint), 0)), null), null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, false, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(flink_key_names) > 0, transform(
            flink_key_names,
            name -> transform(
                array(filter(map_keys(get(coalesce(flink_after_rows, flink_before_rows), 0)), column -> lower(column) = lower(name))),
                alike -> if(size(alike) = 1 and not array_contains(alike, name), get(alike, 0), name)
            )[0]
        ), null), null) as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, coalesce(flink_after_rows, array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, coalesce(flink_before_rows, array()), null) as array<map<string,string>>) as before_rows,
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
