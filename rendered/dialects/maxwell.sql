unframed_messages as (

    select
        * except (key, value, headers, is_framed),
        if(is_framed and coalesce(startswith(key, x'00') and length(key) > 4, false), substring(key, 6), key) as key,
        if(is_framed and coalesce(startswith(value, x'00') and length(value) > 4, false), substring(value, 6), value) as value,
        if(
            is_framed,
            transform(headers, h -> if(h.key = '__debezium.oldkey', struct(h.key as key, if(is_framed and coalesce(startswith(h.value, x'00') and length(h.value) > 4, false), substring(h.value, 6), h.value) as value), h)),
            headers
        ) as headers,
        if(is_framed and length(value) > 0 and (not startswith(value, x'00') or length(value) < 5), 'wrong_framing', null) as frame_fault
    from (select *, options['framing'] <=> 'confluent' as is_framed from messages)

),

texts as (

    select
        * except (value),
        cast(value as string) as value_text,
        (
            -- as in dialects/baseline.sql
        ) as has_fractions,
        coalesce(frame_fault, case
            -- as in dialects/baseline.sql, under case
        end) as text_fault
    from unframed_messages

),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('maxwell'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`database`:string,`table`:string,`type`:string,`ts`:string,`xid`:string,`xoffset`:string,`commit`:boolean,`gtid`:string,`position`:string,`primary_key_columns`:array<string>,`data`:map<string,string>,`old`:map<string,string>,`sql`:string,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as maxwell_parsed
    from texts

),

envelopes as (

    select
        * except (maxwell_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        maxwell_parsed.unread is not null as maxwell_is_unread,
        if(
            (
                size(maxwell_parsed.changefeed_message) = 2
                and maxwell_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    maxwell_parsed.unread is not null
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
                transform(array(maxwell_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`database`, e.`table`, e.`type`, e.`ts`, e.`xid`, e.`xoffset`, e.`gtid`, e.`position`, e.`sql`), m -> if(
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
                            'database', of.texts[0],
                            'table', of.texts[1],
                            'type', of.texts[2],
                            'ts', of.texts[3],
                            'xid', of.texts[4],
                            'xoffset', of.texts[5],
                            'commit', e.`commit`,
                            'gtid', of.texts[6],
                            'position', of.texts[7],
                            'primary_key_columns', transform(e.`primary_key_columns`, text -> if(
                                contains(text, '\uFDD0'),
                                replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                text
                            )),
                            'data', of.maps[0],
                            'old', of.maps[1],
                            'sql', of.texts[8],
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                maxwell_parsed.changefeed_message[0]
            ),
            null
        ) as maxwell
    from parsed_messages

),

terms as (

    select
        *,
        case maxwell.type when 'insert' then 'insert' when 'update' then 'update' when 'delete' then 'delete' when 'bootstrap-insert' then 'snapshot' when 'bootstrap-start' then 'other' when 'bootstrap-complete' then 'other' when 'table-create' then 'ddl' when 'table-alter' then 'ddl' when 'table-drop' then 'ddl' when 'database-create' then 'ddl' when 'database-alter' then 'ddl' when 'database-drop' then 'ddl' end as maxwell_operation,
        maxwell.type in ('insert', 'update', 'delete', 'bootstrap-insert') as maxwell_is_row,
        startswith(maxwell.type, 'bootstrap-') as maxwell_is_snapshot,
        transform(
            coalesce(
                maxwell.primary_key_columns,
                transform(filter(json_object_keys(if(maxwell_is_row, cast(key as string), null)), name -> startswith(name, 'pk.')), name -> substr(name, 4)),
                flatten(transform(
                    from_json(get(from_json(if(maxwell_is_row, cast(key as string), null), 'array<string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), 2), 'array<map<string,string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')),
                    column -> map_keys(column)
                ))
            ),
            name -> transform(
                array(filter(map_keys(maxwell.data), column -> lower(column) = lower(name))),
                alike -> if(size(alike) = 1 and not array_contains(alike, name), get(alike, 0), name)
            )[0]
        ) as maxwell_key_names,
        if(maxwell.position rlike r'^.*[.][0-9]{1,18}:[0-9]{1,18}\z', split(regexp_extract(maxwell.position, '[.]([0-9]{1,18}:[0-9]{1,18})$', 1), ':'), null) as maxwell_log_position
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'maxwell' then case
                when maxwell is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (maxwell.`type` is null) or (maxwell.`database` is null) or arrays_overlap(names, split('es,id,isDdl,mysqlType,pkNames,sqlType,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
                when maxwell_operation is null then 'unknown_operation'
                when maxwell_is_row and maxwell.data is null or maxwell.type = 'update' and maxwell.old is null then 'data_not_rows'
                when maxwell.position is not null and maxwell_log_position is null or not coalesce(maxwell.xoffset, '0') rlike r'^[0-9]{1,18}\z' then 'sequence_missing'
                when coalesce((size(array_distinct(map_keys(maxwell.`data`))) <> size(maxwell.`data`)), false) or coalesce((size(array_distinct(map_keys(maxwell.`old`))) <> size(maxwell.`old`)), false) then 'duplicate_name'
                when maxwell_is_unread
                    or if(
                        if(
                        concat_ws('', left(maxwell.`database`, 1), left(maxwell.`table`, 1), left(maxwell.`type`, 1), left(maxwell.`gtid`, 1), left(maxwell.`position`, 1), left(maxwell.`sql`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', maxwell.`database`, maxwell.`table`, maxwell.`type`, maxwell.`gtid`, maxwell.`position`, maxwell.`sql`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ) or concat_ws('\n', maxwell.`primary_key_columns`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        exists(
                            array(from_json(value_text, 'struct<`database`:variant,`table`:variant,`type`:variant,`gtid`:variant,`position`:variant,`primary_key_columns`:array<variant>,`sql`:variant>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(maxwell.`database` as text, sent.`database` as value),
                                    struct(maxwell.`table` as text, sent.`table` as value),
                                    struct(maxwell.`type` as text, sent.`type` as value),
                                    struct(maxwell.`gtid` as text, sent.`gtid` as value),
                                    struct(maxwell.`position` as text, sent.`position` as value),
                                    struct(maxwell.`sql` as text, sent.`sql` as value)
                                ),
                                each -> each.text is not null and coalesce(if(
                        try_variant_get(each.value, '$', 'array<variant>') is not null
                        or try_variant_get(each.value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(each.value)
                    ) not in ('STRING', 'VOID'), true)
                            )
                            or maxwell.`primary_key_columns` is not null and coalesce(exists(
                                zip_with(maxwell.`primary_key_columns`, sent.`primary_key_columns`, (text, value) -> text is not null and coalesce(if(
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
                when 'empty_value' then 'The value has no bytes. A tombstone would have no value at all.'
                when 'left_out_at_landing' then concat('The value was ', substr(cast(value_text as string), 13))
                when 'not_utf8' then 'The value holds bytes that are not UTF-8 text, so its characters cannot be known.'
                when 'lone_surrogate' then 'The value escapes half of a surrogate pair: that is not a character, and reading it would change it silently.'
                when 'wrong_framing' then concat('The value does not begin with the bytes of a schema registry (option framing of this feed), but with ', left(hex(value_text), 32), '.')
                when 'invalid_json' then if(
                    ascii(value_text) = 0,
                    concat(
                        'The value begins with the five bytes of a schema registry (a 0, and ', conv(hex(substr(cast(value_text as binary), 2, 4)), 16, 10), ', the number of its schema). ',
                        if(
                            substr(cast(value_text as binary), 6, 1) = x'7b',
                            'Write framing=confluent into the options of this feed.',
                            'No JSON follows: for Avro declare a dialect whose name ends in _avro.'
                        )
                    ),
                    concat('The value is not one JSON object (broken, cut off, followed by other text, nested deeper than 1,000 levels, or with a name of more than 50,000 characters). It begins: ', left(cast(value_text as string), 80))
                )
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'maxwell' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of maxwell has type, database.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('es,id,isDdl,mysqlType,pkNames,sqlType:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'unknown_operation' then concat('Maxwell documents no type ', maxwell.type, '.')
                    when 'data_not_rows' then concat('A message of type ', maxwell.type, ' carries its row in data, and an update the columns that changed in old, as objects; here they are absent or hold something else.')
                    when 'sequence_missing' then concat('position is file.number:offset and xoffset a whole number; here they are ', coalesce(maxwell.position, 'missing'), ' and ', coalesce(maxwell.xoffset, 'missing'), '.')
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than maxwell sends: a text (database, table, type, gtid, position, sql), true or false (commit), a list of texts (primary_key_columns), an object (data, old).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, maxwell_operation, null) as string)
        ) as operation,
        cast(maxwell.database as string) as source_database,
        cast(null as string) as source_schema,
        cast(maxwell.table as string) as source_table,
        cast(if(reason is null, if(maxwell_operation = 'ddl', maxwell.type, null), null) as string) as statement_kind,
        cast(if(reason is null, if(try_cast(maxwell.ts as bigint) * if(abs(try_cast(maxwell.ts as bigint)) < 100000000000, 1000, 1) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(maxwell.ts as bigint) * if(abs(try_cast(maxwell.ts as bigint)) < 100000000000, 1000, 1)), null), null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, maxwell.type in ('update', 'delete') and options['absent_means'] <=> 'unchanged', null) as boolean) as is_partial,
        cast(if(reason is null, maxwell.type = 'update', null) as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(maxwell.gtid, maxwell.xid), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(maxwell_key_names) > 0, maxwell_key_names, null), null) as array<string>) as key_columns,
        cast(if(reason is null, if(
            maxwell_is_snapshot or maxwell_log_position is null or maxwell.gtid is not null,
            null,
            transform(
                concat(maxwell_log_position, array(coalesce(maxwell.xoffset, if(maxwell.commit, '999999999999', '0')))),
                number -> cast(number as decimal(38,0))
            )
        ), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(maxwell.sql, ''), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, if(maxwell_is_row and maxwell.type <> 'delete', array(maxwell.data), array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case maxwell.type when 'update' then array(maxwell.old) when 'delete' then array(maxwell.data) else array() end, null) as array<map<string,string>>) as before_rows,
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
