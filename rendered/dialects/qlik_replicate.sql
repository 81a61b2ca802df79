texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('qlik_replicate'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`data`:map<string,string>,`beforeData`:map<string,string>,`headers`:struct<`operation`:string,`changeSequence`:string,`timestamp`:string,`transactionId`:string,`columnMask`:string>,`magic`:string,`type`:string,`message`:struct<`data`:map<string,string>,`beforeData`:map<string,string>,`headers`:struct<`operation`:string,`changeSequence`:string,`timestamp`:string,`transactionId`:string,`columnMask`:string>>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as qlik_parsed
    from texts

),

envelopes as (

    select
        * except (qlik_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        qlik_parsed.unread is not null as qlik_is_unread,
        if(
            (
                size(qlik_parsed.changefeed_message) = 2
                and qlik_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    qlik_parsed.unread is not null
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
                transform(array(qlik_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`data`, e.`beforeData`), m -> transform_values(if(
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
                            transform(array(e.`magic`, e.`type`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts
                        )),
                        of -> named_struct(
                            'data', of.maps[0],
                            'beforeData', of.maps[1],
                            'headers', if(
                                e.`headers` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`headers`.`operation`, e.`headers`.`changeSequence`, e.`headers`.`timestamp`, e.`headers`.`transactionId`, e.`headers`.`columnMask`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'operation', of.texts[0],
                                        'changeSequence', of.texts[1],
                                        'timestamp', of.texts[2],
                                        'transactionId', of.texts[3],
                                        'columnMask', of.texts[4]
                                    )
                                )[0]
                            ),
                            'magic', of.texts[0],
                            'type', of.texts[1],
                            'message', if(
                                e.`message` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`message`.`data`, e.`message`.`beforeData`), m -> transform_values(if(
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
                                        'beforeData', of.maps[1],
                                        'headers', if(
                                            e.`message`.`headers` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none,
                                                    transform(array(e.`message`.`headers`.`operation`, e.`message`.`headers`.`changeSequence`, e.`message`.`headers`.`timestamp`, e.`message`.`headers`.`transactionId`, e.`message`.`headers`.`columnMask`), m -> if(
                                                        contains(m, '\uFDD0'),
                                                        replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                                        m
                                                    )) as texts
                                                )),
                                                of -> named_struct(
                                                    'operation', of.texts[0],
                                                    'changeSequence', of.texts[1],
                                                    'timestamp', of.texts[2],
                                                    'transactionId', of.texts[3],
                                                    'columnMask', of.texts[4]
                                                )
                                            )[0]
                                        )
                                    )
                                )[0]
                            ),
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                qlik_parsed.changefeed_message[0]
            ),
            null
        ) as qlik
    from parsed_messages

),

terms as (

    select
        *,
        coalesce(qlik.message, struct(qlik.data, qlik.beforeData, qlik.headers)) as qlik_body,
        if(
            qlik.type = 'MD',
            'other',
            case qlik_body.headers.operation when 'REFRESH' then 'snapshot' when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' end
        ) as qlik_operation,
        coalesce(qlik_operation in ('snapshot', 'insert', 'update', 'delete'), false) as qlik_is_row,
        if(value_text is null or qlik_operation <=> 'other', null, split(topic, '[.]')) as qlik_parts,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(get(qlik_parts, size(qlik_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)), ''), database_override, '')), coalesce(nullif(get(qlik_parts, size(qlik_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)), ''), database_override, ''),
                length(coalesce(nullif(if(source_kind in ('mysql', 'mariadb'), null, get(qlik_parts, size(qlik_parts) - 2)), ''), schema_override, '')), coalesce(nullif(if(source_kind in ('mysql', 'mariadb'), null, get(qlik_parts, size(qlik_parts) - 2)), ''), schema_override, ''),
                length(coalesce(element_at(qlik_parts, -1), '')), coalesce(element_at(qlik_parts, -1), '')
            )] as qlik_own_key,
        if(qlik_operation = 'delete', coalesce(qlik_body.data, qlik_body.beforeData), qlik_body.data) as qlik_row,
        case
            when not coalesce(qlik_operation in ('update', 'delete'), false) or coalesce(qlik_body.headers.columnMask, '') = '' or aggregate(split(qlik_body.headers.columnMask, ''), 0, (sum, digit) -> sum + coalesce(bit_count(cast(conv(digit, 16, 10) as int)), 0)) >= size(qlik_row) then transform(map_keys(qlik_row), name -> true)
            when length(qlik_body.headers.columnMask) = 2 and size(qlik_row) <= 8 then transform(
                map_keys(qlik_row), (name, place) -> shiftright(cast(conv(qlik_body.headers.columnMask, 16, 10) as int), place) % 2 = 1
            )
            when aggregate(split(qlik_body.headers.columnMask, ''), 0, (sum, digit) -> sum + coalesce(bit_count(cast(conv(digit, 16, 10) as int)), 0)) = size(filter(map_values(qlik_row), text -> text is not null)) then transform(map_values(qlik_row), text -> text is not null)
        end as qlik_masks,
        coalesce(filter(map_keys(qlik_row), (name, place) -> not qlik_masks[place]), array()) as qlik_unsent,
        qlik_row is not null and (qlik_masks is null or exists(qlik_unsent, name -> qlik_row[name] is not null)) as qlik_is_unclear
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'qlik_replicate' then case
                when qlik is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((qlik.`message` is null and qlik.`headers` is null) or arrays_overlap(names, split('database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,action,change,updated,resolved,specversion', ','))) or (qlik.magic <> 'atMSG' or qlik.message is null and qlik.type is not null and qlik.type <> 'MD')) then 'wrong_dialect'
                when qlik_operation is null or qlik.type not in ('DT', 'MD') then 'unknown_operation'
                when qlik_operation in ('insert', 'update', 'delete') and not options['order'] <=> 'offset' and not coalesce(qlik_body.headers.changeSequence rlike r'^[0-9]{1,38}\z', false) then 'sequence_missing'
                when qlik_is_row and qlik_row is null then 'row_missing'
                when qlik_is_row and qlik_operation <> 'update' and qlik_body.beforeData is not null and qlik_body.data is not null then 'two_images'
                when qlik_is_unclear then 'columns_mismatch'
                when size(qlik_own_key) = 0 and (qlik_operation = 'update' and qlik_body.beforeData is null or size(qlik_unsent) > 0) then 'before_missing'
                when coalesce((size(array_distinct(map_keys(qlik.`data`))) <> size(qlik.`data`)), false) or coalesce((size(array_distinct(map_keys(qlik.`beforeData`))) <> size(qlik.`beforeData`)), false) or coalesce((size(array_distinct(map_keys(qlik.`message`.`data`))) <> size(qlik.`message`.`data`)), false) or coalesce((size(array_distinct(map_keys(qlik.`message`.`beforeData`))) <> size(qlik.`message`.`beforeData`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`headers`:string,`message`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`headers`, sent.`message`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) or coalesce(exists(array(from_json(value_text, 'struct<`message`:struct<`headers`:string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`message`.`headers`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when qlik_is_unread
                    or if(
                        if(
                        concat_ws('', left(qlik.`headers`.`operation`, 1), left(qlik.`headers`.`changeSequence`, 1), left(qlik.`headers`.`timestamp`, 1), left(qlik.`headers`.`transactionId`, 1), left(qlik.`headers`.`columnMask`, 1), left(qlik.`magic`, 1), left(qlik.`type`, 1), left(qlik.`message`.`headers`.`operation`, 1), left(qlik.`message`.`headers`.`changeSequence`, 1), left(qlik.`message`.`headers`.`timestamp`, 1), left(qlik.`message`.`headers`.`transactionId`, 1), left(qlik.`message`.`headers`.`columnMask`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', qlik.`headers`.`operation`, qlik.`headers`.`changeSequence`, qlik.`headers`.`timestamp`, qlik.`headers`.`transactionId`, qlik.`headers`.`columnMask`, qlik.`magic`, qlik.`type`, qlik.`message`.`headers`.`operation`, qlik.`message`.`headers`.`changeSequence`, qlik.`message`.`headers`.`timestamp`, qlik.`message`.`headers`.`transactionId`, qlik.`message`.`headers`.`columnMask`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ),
                        exists(
                            array(from_json(value_text, 'struct<`headers`:struct<`operation`:variant,`changeSequence`:variant,`timestamp`:variant,`transactionId`:variant,`columnMask`:variant>,`magic`:variant,`type`:variant,`message`:struct<`headers`:struct<`operation`:variant,`changeSequence`:variant,`timestamp`:variant,`transactionId`:variant,`columnMask`:variant>>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(qlik.`headers`.`operation` as text, sent.`headers`.`operation` as value),
                                    struct(qlik.`headers`.`changeSequence` as text, sent.`headers`.`changeSequence` as value),
                                    struct(qlik.`headers`.`timestamp` as text, sent.`headers`.`timestamp` as value),
                                    struct(qlik.`headers`.`transactionId` as text, sent.`headers`.`transactionId` as value),
                                    struct(qlik.`headers`.`columnMask` as text, sent.`headers`.`columnMask` as value),
                                    struct(qlik.`magic` as text, sent.`magic` as value),
                                    struct(qlik.`type` as text, sent.`type` as value),
                                    struct(qlik.`message`.`headers`.`operation` as text, sent.`message`.`headers`.`operation` as value),
                                    struct(qlik.`message`.`headers`.`changeSequence` as text, sent.`message`.`headers`.`changeSequence` as value),
                                    struct(qlik.`message`.`headers`.`timestamp` as text, sent.`message`.`headers`.`timestamp` as value),
                                    struct(qlik.`message`.`headers`.`transactionId` as text, sent.`message`.`headers`.`transactionId` as value),
                                    struct(qlik.`message`.`headers`.`columnMask` as text, sent.`message`.`headers`.`columnMask` as value)
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
                -- as in dialects/baseline.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'qlik_replicate' then case reason
                    when 'wrong_dialect' then if(qlik.magic <> 'atMSG' or qlik.message is null and qlik.type is not null and qlik.type <> 'MD', 'The envelope of Qlik Replicate has magic atMSG, and the message in message. Check the dialect of this feed in seeds/changefeed_feeds.csv.', concat_ws(' ', 'A message of qlik_replicate has message or headers.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('Qlik Replicate documents no type ', coalesce(qlik.type, 'null'), ' with the operation ', coalesce(qlik_body.headers.operation, 'null'), '.')
                    when 'sequence_missing' then concat('A change has a number of up to 38 digits in changeSequence; here it is ', coalesce(qlik_body.headers.changeSequence, 'missing'), '. Set order=offset among the options of this feed if it does not order it.')
                    when 'row_missing' then concat('The row of the operation ', qlik_body.headers.operation, ' is absent or null in data.')
                    when 'two_images' then concat('The operation ', qlik_body.headers.operation, ' has one row, and here data and beforeData have one each.')
                    when 'columns_mismatch' then concat('columnMask is ', qlik_body.headers.columnMask, ', so columns of the table are not in the message, and it does not say which of those that are null here. Let the source log whole rows (Oracle: supplemental logging of all columns).')
                    when 'before_missing' then 'The table is declared without a key, and the row before is missing or not whole: let the task write it (Before-image), or declare a key in seeds/changefeed_table_keys.csv.'
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than qlik_replicate sends: an object (data, beforeData, headers, message, message.data, message.beforeData, message.headers), a text (headers.operation, headers.changeSequence, headers.timestamp, headers.transactionId, headers.columnMask, magic, type, message.headers.operation, message.headers.changeSequence, message.headers.timestamp, message.headers.transactionId, message.headers.columnMask).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, qlik_operation, null) as string)
        ) as operation,
        cast(get(qlik_parts, size(qlik_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)) as string) as source_database,
        cast(if(source_kind in ('mysql', 'mariadb'), null, get(qlik_parts, size(qlik_parts) - 2)) as string) as source_schema,
        cast(element_at(qlik_parts, -1) as string) as source_table,
        cast(null as string) as statement_kind,
        cast(if(reason is null, if(
            qlik_body.headers.timestamp rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T:][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(left(qlik_body.headers.timestamp, 10), ' ', rtrim('Z', substr(qlik_body.headers.timestamp, 12)), ' ', if(endswith(qlik_body.headers.timestamp, 'Z'), 'UTC', 'UTC')) as timestamp),
            null
        ), null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, if(qlik_operation is null, null, size(qlik_unsent) > 0), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, nullif(qlik_body.headers.transactionId, ''), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(null as array<string>) as key_columns,
        cast(if(reason is null, if(qlik_operation in ('insert', 'update', 'delete') and not options['order'] <=> 'offset', array(cast(qlik_body.headers.changeSequence as decimal(38,0))), null), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, if(qlik_operation in ('snapshot', 'insert', 'update'), array(map_filter(qlik_row, (name, text) -> not array_contains(qlik_unsent, name))), array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case when qlik_operation = 'delete' then array(map_filter(qlik_row, (name, text) -> not array_contains(qlik_unsent, name))) when qlik_operation = 'update' and qlik_body.beforeData is not null then array(map_filter(qlik_body.beforeData, (name, text) -> not array_contains(qlik_unsent, name))) else array() end, null) as array<map<string,string>>) as before_rows,
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
