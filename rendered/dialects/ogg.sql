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
            text_fault is null and dialect in ('ogg'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`table`:string,`op_type`:string,`op_ts`:string,`current_ts`:string,`pos`:string,`xid`:string,`csn`:string,`scn`:string,`primary_keys`:array<string>,`before`:map<string,string>,`after`:map<string,string>,`payload`:struct<`table`:string,`op_type`:string,`op_ts`:string,`current_ts`:string,`pos`:string,`xid`:string,`csn`:string,`scn`:string,`primary_keys`:array<string>,`before`:map<string,string>,`after`:map<string,string>>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as ogg_parsed
    from texts

),

envelopes as (

    select
        * except (ogg_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        ogg_parsed.unread is not null as ogg_is_unread,
        if(
            (
                size(ogg_parsed.changefeed_message) = 2
                and ogg_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    ogg_parsed.unread is not null
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
                transform(array(ogg_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`table`, e.`op_type`, e.`op_ts`, e.`current_ts`, e.`pos`, e.`xid`, e.`csn`, e.`scn`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts,
                            transform(array(e.`before`, e.`after`), m -> transform_values(if(
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
                            'table', of.texts[0],
                            'op_type', of.texts[1],
                            'op_ts', of.texts[2],
                            'current_ts', of.texts[3],
                            'pos', of.texts[4],
                            'xid', of.texts[5],
                            'csn', of.texts[6],
                            'scn', of.texts[7],
                            'primary_keys', transform(e.`primary_keys`, text -> if(
                                contains(text, '\uFDD0'),
                                replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                text
                            )),
                            'before', of.maps[0],
                            'after', of.maps[1],
                            'payload', if(
                                e.`payload` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`payload`.`table`, e.`payload`.`op_type`, e.`payload`.`op_ts`, e.`payload`.`current_ts`, e.`payload`.`pos`, e.`payload`.`xid`, e.`payload`.`csn`, e.`payload`.`scn`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts,
                                        transform(array(e.`payload`.`before`, e.`payload`.`after`), m -> transform_values(if(
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
                                        'table', of.texts[0],
                                        'op_type', of.texts[1],
                                        'op_ts', of.texts[2],
                                        'current_ts', of.texts[3],
                                        'pos', of.texts[4],
                                        'xid', of.texts[5],
                                        'csn', of.texts[6],
                                        'scn', of.texts[7],
                                        'primary_keys', transform(e.`payload`.`primary_keys`, text -> if(
                                            contains(text, '\uFDD0'),
                                            replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            text
                                        )),
                                        'before', of.maps[0],
                                        'after', of.maps[1]
                                    )
                                )[0]
                            ),
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                ogg_parsed.changefeed_message[0]
            ),
            null
        ) as ogg
    from parsed_messages

),

terms as (

    select
        *,
        coalesce(ogg.payload, struct(ogg.table, ogg.op_type, ogg.op_ts, ogg.current_ts, ogg.pos, ogg.xid, ogg.csn, ogg.scn, ogg.primary_keys, ogg.before, ogg.after)) as ogg_sent,
        split(ogg_sent.table, '[.]') as ogg_name_parts,
        get(
            array('insert', 'update', 'delete', 'truncate'),
            cast(array_position(split(coalesce(options['operations'], 'I/U/D/T'), '/'), ogg_sent.op_type) as int) - 1
        ) as ogg_operation,
        ogg_operation in ('insert', 'update', 'delete') as ogg_is_row,
        transform(
            array(ogg_sent.after),
            row -> transform(
                array(filter(map_keys(row), name -> endswith(name, '_isMissing') and row[name] in ('true', 'false') and array_contains(map_keys(row), left(name, length(name) - 10)))),
                marks -> case
                    when size(row) = 0 then null
                    when 2 * size(marks) = size(row) then map_filter(row, (name, text) -> array_contains(marks, concat(name, '_isMissing')) and row[concat(name, '_isMissing')] = 'false')
                    else row
                end
            )[0]
        )[0] as ogg_after,
        transform(
            array(ogg_sent.before),
            row -> transform(
                -- as in dialects/ogg.sql
            )[0]
        )[0] as ogg_before,
        options['absent_means'] <=> 'as_null' as ogg_is_whole,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(get(ogg_name_parts, size(ogg_name_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)), ''), database_override, '')), coalesce(nullif(get(ogg_name_parts, size(ogg_name_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)), ''), database_override, ''),
                length(coalesce(nullif(if(source_kind in ('mysql', 'mariadb'), null, get(ogg_name_parts, size(ogg_name_parts) - 2)), ''), schema_override, '')), coalesce(nullif(if(source_kind in ('mysql', 'mariadb'), null, get(ogg_name_parts, size(ogg_name_parts) - 2)), ''), schema_override, ''),
                length(coalesce(element_at(ogg_name_parts, -1), '')), coalesce(element_at(ogg_name_parts, -1), '')
            )] as ogg_declared_key
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'ogg' then case
                when ogg is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((ogg.`op_type` is null and ogg.`payload` is null) or (ogg.`table` is null and ogg.`payload` is null) or arrays_overlap(names, split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (ogg_sent.op_type is null or ogg_sent.table is null or ogg_sent.scn is not null)) then 'wrong_dialect'
                when ogg_operation is null then 'unknown_operation'
                when size(ogg_name_parts) > 3 then 'table_unclear'
                when ogg_is_row and if(ogg_operation = 'delete', ogg_before, ogg_after) is null then 'row_missing'
                when ogg_operation = 'update' and size(ogg_declared_key) = 0
                    and (ogg_before is null or not ogg_is_whole and size(array_except(map_keys(ogg_after), map_keys(ogg_before))) > 0) then 'before_missing'
                when not options['order'] <=> 'offset' and not ogg_sent.pos rlike r'^[0-9]{1,38}\z' then 'sequence_missing'
                when coalesce((size(array_distinct(map_keys(ogg.`before`))) <> size(ogg.`before`)), false) or coalesce((size(array_distinct(map_keys(ogg.`after`))) <> size(ogg.`after`)), false) or coalesce((size(array_distinct(map_keys(ogg.`payload`.`before`))) <> size(ogg.`payload`.`before`)), false) or coalesce((size(array_distinct(map_keys(ogg.`payload`.`after`))) <> size(ogg.`payload`.`after`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`payload`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`payload`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when ogg_is_unread
                    or if(
                        if(
                        concat_ws('', left(ogg.`table`, 1), left(ogg.`op_type`, 1), left(ogg.`payload`.`table`, 1), left(ogg.`payload`.`op_type`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', ogg.`table`, ogg.`op_type`, ogg.`payload`.`table`, ogg.`payload`.`op_type`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ) or concat_ws('\n', ogg.`primary_keys`, ogg.`payload`.`primary_keys`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        exists(
                            array(from_json(value_text, 'struct<`table`:variant,`op_type`:variant,`primary_keys`:array<variant>,`payload`:struct<`table`:variant,`op_type`:variant,`primary_keys`:array<variant>>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(ogg.`table` as text, sent.`table` as value),
                                    struct(ogg.`op_type` as text, sent.`op_type` as value),
                                    struct(ogg.`payload`.`table` as text, sent.`payload`.`table` as value),
                                    struct(ogg.`payload`.`op_type` as text, sent.`payload`.`op_type` as value)
                                ),
                                each -> each.text is not null and coalesce(if(
                        try_variant_get(each.value, '$', 'array<variant>') is not null
                        or try_variant_get(each.value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(each.value)
                    ) not in ('STRING', 'VOID'), true)
                            )
                            or ogg.`primary_keys` is not null and coalesce(exists(
                                zip_with(ogg.`primary_keys`, sent.`primary_keys`, (text, value) -> text is not null and coalesce(if(
                        try_variant_get(value, '$', 'array<variant>') is not null
                        or try_variant_get(value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(value)
                    ) not in ('STRING', 'VOID'), true)),
                                is_other -> is_other
                            ), true)
                            or ogg.`payload`.`primary_keys` is not null and coalesce(exists(
                                zip_with(ogg.`payload`.`primary_keys`, sent.`payload`.`primary_keys`, (text, value) -> text is not null and coalesce(if(
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
                -- as in dialects/maxwell.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'ogg' then case reason
                    when 'wrong_dialect' then if(ogg_sent.op_type is null or ogg_sent.table is null or ogg_sent.scn is not null, concat(
                        if(
                            ogg_sent.scn is null,
                            'payload has no op_type, or no table.',
                            'Beside op_type stands scn, as the Oracle CDC Source connector of Confluent writes it: its dialect is confluent_oracle_cdc.'
                        ),
                        ' Check the dialect of this feed in seeds/changefeed_feeds.csv.'
                    ), concat_ws(' ', 'A message of ogg has op_type or payload, table or payload.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('op_type is ', ogg_sent.op_type, ', not one of ', coalesce(options['operations'], 'I/U/D/T'), '. If the handler has insertOpKey and the like, say so in operations= among the options of this feed.')
                    when 'table_unclear' then concat('table is database.schema.table, schema.table or the table alone; ', ogg_sent.table, ' has more parts.')
                    when 'row_missing' then concat('A change with op_type ', ogg_sent.op_type, ' has its row in ', if(ogg_operation = 'delete', 'before', 'after'), '; here that holds none. If the handler has format=json_row, the columns stand beside op_type: declare the feed as ogg_json_row in seeds/changefeed_feeds.csv.')
                    when 'before_missing' then 'The table is declared without a key, and before is not a whole row. Let Extract write whole rows before and after updates (LOGALLSUPCOLS, GETUPDATEBEFORES), or declare a key in seeds/changefeed_table_keys.csv.'
                    when 'sequence_missing' then concat('pos is a number of up to 38 digits; here it is ', ogg_sent.pos, '. Set order=offset among the options of this feed if pos does not order it.')
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than ogg sends: a text (table, op_type, payload.table, payload.op_type), a list of texts (primary_keys, payload.primary_keys), an object (before, after, payload, payload.before, payload.after).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, ogg_operation, null) as string)
        ) as operation,
        cast(get(ogg_name_parts, size(ogg_name_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)) as string) as source_database,
        cast(if(source_kind in ('mysql', 'mariadb'), null, get(ogg_name_parts, size(ogg_name_parts) - 2)) as string) as source_schema,
        cast(element_at(ogg_name_parts, -1) as string) as source_table,
        cast(if(reason is null, if(ogg_operation = 'truncate', 'truncate', null), null) as string) as statement_kind,
        cast(if(reason is null, if(
            ogg_sent.op_ts rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T:][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(left(ogg_sent.op_ts, 10), ' ', rtrim('Z', substr(ogg_sent.op_ts, 12)), ' ', if(endswith(ogg_sent.op_ts, 'Z'), 'UTC', coalesce(time_zone, 'UTC'))) as timestamp),
            null
        ), null) as timestamp) as source_at,
        cast(if(reason is null, if(
            ogg_sent.current_ts rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T:][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(left(ogg_sent.current_ts, 10), ' ', rtrim('Z', substr(ogg_sent.current_ts, 12)), ' ', if(endswith(ogg_sent.current_ts, 'Z'), 'UTC', coalesce(time_zone, 'UTC'))) as timestamp),
            null
        ), null) as timestamp) as processed_at,
        cast(if(reason is null, coalesce(ogg_operation in ('update', 'delete'), false) and not ogg_is_whole, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(ogg_sent.xid, ogg_sent.csn), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(ogg_sent.primary_keys) > 0, ogg_sent.primary_keys, null), null) as array<string>) as key_columns,
        cast(if(reason is null, if(
            options['order'] <=> 'offset' or ogg_sent.pos is null,
            null,
            array(cast(ogg_sent.pos as decimal(38,0)), cast(if(ogg_operation = 'delete', 0, 1) as decimal(38,0)))
        ), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, case ogg_operation
            when 'insert' then array(ogg_after)
            when 'update' then array(if(ogg_before is null or ogg_is_whole, ogg_after, map_concat(map_filter(ogg_before, (name, text) -> not map_contains_key(ogg_after, name)), ogg_after)))
            else array()
        end, null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(ogg_operation in ('update', 'delete') and ogg_before is not null, array(ogg_before), array()), null) as array<map<string,string>>) as before_rows,
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
