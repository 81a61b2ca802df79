texts as (

    select
        * except (value),
        cast(value as string) as value_text,
        (
            exists(split(cast(value as string), '\\.'), rest -> rest < ':' and rest rlike r'^[0-9]++(?:[eE][-+]?+[0-9]++)?+[ \t\r\n,}\]]')
            or exists(split(cast(value as string), 'e'), rest -> rest < ':' and rest >= '+' and rest rlike r'^[-+]?+[0-9]++[ \t\r\n,}\]]')
            or exists(split(cast(value as string), 'E'), rest -> rest < ':' and rest >= '+' and rest rlike r'^[-+]?+[0-9]++[ \t\r\n,}\]]')
            or exists(split(cast(value as string), '-'), rest -> startswith(rest, '0') and rest rlike r'^0[ \t\r\n,}\]]')
        ) as has_fractions,
        case
            when value is null then null
            when length(value) = 0 then 'empty_value'
            when startswith(value, cast('changefeed: left out at landing' as binary)) then 'left_out_at_landing'
            when startswith(value, X'00') then 'invalid_json'
            when not is_valid_utf8(cast(value as string)) then 'not_utf8'
            when if(
                    contains(cast(value as string), r'\u'),
                    if(
                        contains(cast(value as string), r'\ud') or contains(cast(value as string), r'\uD'),
                        regexp_replace(
                            replace(cast(value as string), r'\\', ' '),
                            r'\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}',
                            ' '
                        ) rlike r'\\u[dD][89a-fA-F]',
                        false
                    ),
                    false
                ) then 'lone_surrogate'
        end as text_fault
    from messages

),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('baseline'),
            from_json(
                concat(
                    '{"changefeed_message":[',
                    if(has_fractions, regexp_replace(
                        if(
                            contains(value_text, r'\u') or contains(value_text, '\uFDD0'),
                            replace(
                                if(
                                    contains(lower(value_text), r'\ufdd0'),
                                    regexp_replace(value_text, r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
                                    value_text
                                ),
                                '\uFDD0',
                                '\uFDD00'
                            ),
                            value_text
                        ),
                        r'\G((?:[^"\-0-9]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9]))*+)(-?(?:0(?![0-9])|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+)',
                        '$1"\uFDD01$2"'
                    ), value_text),
                    ',{"changefeed_end":1}]}'
                ),
                'changefeed_message array<struct<`changefeed_baseline`:int,`database`:string,`schema`:string,`table`:string,`key_columns`:array<string>,`row`:map<string,string>,`operation`:string,`is_partial`:boolean,`sequence`:array<string>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as baseline_parsed
    from texts

),

envelopes as (

    select
        * except (baseline_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        baseline_parsed.unread is not null as baseline_is_unread,
        if(
            (
                size(baseline_parsed.changefeed_message) = 2
                and baseline_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    baseline_parsed.unread is not null
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
                transform(array(baseline_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`database`, e.`schema`, e.`table`, e.`operation`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts,
                            transform(array(e.`row`), m -> transform_values(if(
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
                            'changefeed_baseline', e.`changefeed_baseline`,
                            'database', of.texts[0],
                            'schema', of.texts[1],
                            'table', of.texts[2],
                            'key_columns', transform(e.`key_columns`, text -> if(
                                contains(text, '\uFDD0'),
                                replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                text
                            )),
                            'row', of.maps[0],
                            'operation', of.texts[3],
                            'is_partial', e.`is_partial`,
                            'sequence', transform(e.`sequence`, text -> if(
                                contains(text, '\uFDD0'),
                                replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                text
                            )),
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                baseline_parsed.changefeed_message[0]
            ),
            null
        ) as baseline
    from parsed_messages

),

terms as (

    select
        *
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'baseline' then case
                when baseline is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((baseline.`changefeed_baseline` is null) or (baseline.`row` is null) or arrays_overlap(names, split('data,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (baseline.changefeed_baseline <> 1 or coalesce(baseline.operation not in ('snapshot', 'delete'), false))) then 'wrong_dialect'
                when coalesce((size(array_distinct(map_keys(baseline.`row`))) <> size(baseline.`row`)), false) then 'duplicate_name'
                when baseline_is_unread
                    or if(
                        if(
                        concat_ws('', left(baseline.`database`, 1), left(baseline.`schema`, 1), left(baseline.`table`, 1), left(baseline.`operation`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', baseline.`database`, baseline.`schema`, baseline.`table`, baseline.`operation`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ) or concat_ws('\n', baseline.`key_columns`, baseline.`sequence`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        exists(
                            array(from_json(value_text, 'struct<`database`:variant,`schema`:variant,`table`:variant,`key_columns`:array<variant>,`operation`:variant,`sequence`:array<variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(baseline.`database` as text, sent.`database` as value),
                                    struct(baseline.`schema` as text, sent.`schema` as value),
                                    struct(baseline.`table` as text, sent.`table` as value),
                                    struct(baseline.`operation` as text, sent.`operation` as value)
                                ),
                                each -> each.text is not null and coalesce(if(
                        try_variant_get(each.value, '$', 'array<variant>') is not null
                        or try_variant_get(each.value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(each.value)
                    ) not in ('STRING', 'VOID'), true)
                            )
                            or baseline.`key_columns` is not null and coalesce(exists(
                                zip_with(baseline.`key_columns`, sent.`key_columns`, (text, value) -> text is not null and coalesce(if(
                        try_variant_get(value, '$', 'array<variant>') is not null
                        or try_variant_get(value, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(value)
                    ) not in ('STRING', 'VOID'), true)),
                                is_other -> is_other
                            ), true)
                            or baseline.`sequence` is not null and coalesce(exists(
                                zip_with(baseline.`sequence`, sent.`sequence`, (text, value) -> text is not null and coalesce(if(
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
                when 'invalid_json' then if(
                    ascii(value_text) = 0,
                    concat(
                        'The value begins with the five bytes of a schema registry (a 0, and ', conv(hex(substr(cast(value_text as binary), 2, 4)), 16, 10), ', the number of its schema). ',
                        'Let the task write plain JSON: value.converter and key.converter are org.apache.kafka.connect.json.JsonConverter.'
                    ),
                    concat('The value is not one JSON object (broken, cut off, followed by other text, nested deeper than 1,000 levels, or with a name of more than 50,000 characters). It begins: ', left(cast(value_text as string), 80))
                )
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'baseline' then case reason
                    when 'wrong_dialect' then if(baseline.changefeed_baseline <> 1 or coalesce(baseline.operation not in ('snapshot', 'delete'), false), 'This topic holds what `changefeed load` and `changefeed repair` land, and nothing else.', concat_ws(' ', 'A message of baseline has changefeed_baseline, row.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than baseline sends: a whole number (changefeed_baseline), a text (database, schema, table, operation), a list of texts (key_columns, sequence), an object (row), true or false (is_partial).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, coalesce(baseline.operation, 'snapshot'), null) as string)
        ) as operation,
        cast(baseline.database as string) as source_database,
        cast(baseline.schema as string) as source_schema,
        cast(baseline.table as string) as source_table,
        cast(null as string) as statement_kind,
        cast(null as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, coalesce(baseline.is_partial, false), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, baseline.key_columns, null) as array<string>) as key_columns,
        cast(if(reason is null, transform(baseline.sequence, number -> cast(number as decimal(38,0))), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, if(baseline.operation <=> 'delete', array(), array(baseline.row)), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(baseline.operation <=> 'delete', array(baseline.row), array()), null) as array<map<string,string>>) as before_rows,
        cast(null as string) as pair_side
    from reasoned_messages

),

placed_messages as (

    select
        * except (
            declared_keys, declared_types, database_override, schema_override,
            source_database, source_schema, source_table, key_columns
        ),
        operation in ('snapshot', 'insert', 'update', 'delete') as is_row_change,
        coalesce(nullif(source_database, ''), database_override, '') as source_database,
        coalesce(nullif(source_schema, ''), schema_override, '') as source_schema,
        coalesce(source_table, '') as source_table,
        if(declared_types is null, null, declared_types[concat_ws(':',
        length(coalesce(nullif(source_database, ''), database_override, '')), coalesce(nullif(source_database, ''), database_override, ''),
        length(coalesce(nullif(source_schema, ''), schema_override, '')), coalesce(nullif(source_schema, ''), schema_override, ''),
        length(coalesce(source_table, '')), coalesce(source_table, '')
    )]) as declared_types,
        sort_array(coalesce(
            declared_keys[concat_ws(':',
        length(coalesce(nullif(source_database, ''), database_override, '')), coalesce(nullif(source_database, ''), database_override, ''),
        length(coalesce(nullif(source_schema, ''), schema_override, '')), coalesce(nullif(source_schema, ''), schema_override, ''),
        length(coalesce(source_table, '')), coalesce(source_table, '')
    )],
            key_columns
        )) as key_columns
    from read_messages

),

judged_messages as (

    select
        * except (reason),
        case
            when reason is not null then reason
            when not is_row_change then null
            when source_table = '' then 'table_missing'
            when key_columns is null then 'no_key_declared'
            when exists(key_columns, name -> name is null) or size(array_distinct(key_columns)) <> size(key_columns) then 'key_names_unusable'
            when size(key_columns) > 0
                and case size(if(operation = 'delete', before_rows, after_rows))
    when 0 then false
    when 1 then exists(key_columns, k -> (if(operation = 'delete', before_rows, after_rows))[0][k] is null and (source_kind = 'postgresql' and operation = 'delete' or not coalesce(map_contains_key((if(operation = 'delete', before_rows, after_rows))[0], k), false)))
    else exists(if(operation = 'delete', before_rows, after_rows), r -> exists(key_columns, k -> r[k] is null and (source_kind = 'postgresql' and operation = 'delete' or not coalesce(map_contains_key(r, k), false))))
end
                then 'key_absent'
        end as reason
    from placed_messages

),

row_changes as (

    select
        judged_messages.* except (after_rows, before_rows, detail, key_left_out, column_types),
        if(
            size(key_columns) = 0 and declared_types is not null,
            to_json(map_concat(
                map_filter(
                    coalesce(from_json(column_types, 'map<string,string>'), cast(map() as map<string,string>)),
                    (name, type) -> declared_types[name] is null
                ),
                declared_types
            )),
            column_types
        ) as column_types,
        coalesce(message_index, 0) as message_index,
        row.after_rows as after,
        row.before_rows as before,
        case
            when reason is null then key_left_out
            when detail is not null then detail
            when reason = 'table_missing' then 'The message names no table for its rows.'
            else concat(
                array_join(filter(array(source_database, source_schema, source_table), part -> part <> ''), '.'),
                case reason
                    when 'no_key_declared' then concat(
                        ': the message names no key columns that can be used, and seeds/changefeed_table_keys.csv declares none. Add a line there (with ',
                        'empty key_columns if the table has no key). Why they may be missing: docs page of ', dialect, '.'
                    )
                    when 'key_names_unusable' then concat(
                        ': the names of the key columns hold a null, or one name twice (', to_json(key_columns),
                        '). Declare the key in seeds/changefeed_table_keys.csv if this table has one.'
                    )
                    when 'key_absent' then concat(
                        ': a row lacks one of the key columns ', array_join(key_columns, ', '), '.', if(
                            source_kind = 'postgresql' and operation = 'delete',
                            ' A delete has the columns of the REPLICA IDENTITY: declare them as the key, or set DEFAULT or FULL.',
                            ''
                        ))
                end
            )
        end as detail
    from judged_messages
    lateral view outer posexplode(
        if(reason is null and is_row_change, arrays_zip(after_rows, before_rows), null)
    ) as message_index, row

),

keyed_changes as (

    select
        *,
        case
            when reason is not null or not is_row_change or operation not in ('update', 'delete') then null
            when size(key_columns) > 0 then to_json(transform(key_columns, k -> transform(
                array(coalesce(before[k], if(map_contains_key(before, k), null, after[k]))),
                text -> case
                    when text rlike r'^-?[0-9]{1,17}([.][0-9]{1,17})?\z' and after[k] rlike r'^(?![-0-9.]+\z)(?:[A-Za-z0-9+/]{4})*+([A-Za-z0-9+/]{2}[A-Za-z0-9+/=]=)?\z|^[{]"scale":'
                        and lower(coalesce(declared_types[k], from_json(column_types, 'map<string,string>')[k])) rlike r'^(decimal|dec|numeric|number)\b|[.](variablescale)?decimal\b'
                        then transform(
                            array(struct(
                                split(text, '[.]') as parts,
                                try_cast(regexp_extract(lower(coalesce(declared_types[k], from_json(column_types, 'map<string,string>')[k])), r'^[a-z]+ *[(] *[0-9]+ *, *([0-9]+)|[.]decimal[(]([0-9]+)', 1) as int) as scale
                            )),
                            number -> transform(
                                array(hex(try_cast(concat(number.parts[0], rpad(coalesce(get(number.parts, 1), ''), coalesce(number.scale, length(get(number.parts, 1)), 0), '0')) as bigint))),
                                hex -> transform(
                                    array(base64(unhex(if(
                                        startswith(text, '-'),
                                        regexp_replace(hex, '^(?:FF(?=[89A-F]))++', ''),
                                        concat(if(length(hex) % 2 = 1, '0', if(hex rlike '^[89A-F]', '00', '')), hex)
                                    )))),
                                    bytes -> if(
                                        startswith(after[k], '{'),
                                        concat('{"scale":', coalesce(number.scale, length(get(number.parts, 1)), 0), ',"value":"', bytes, '"}'),
                                        bytes
                                    )
                                )[0]
                            )[0]
                        )[0]
                    when text rlike r'^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?\z' and not text rlike r'^(0|-?[1-9][0-9]*)\z'
                        and lower(coalesce(declared_types[k], from_json(column_types, 'map<string,string>')[k])) rlike r'^(unsigned )?((tiny|small|medium|big)?int(eger)?[0-9]*|long|decimal|dec|fixed|numeric|number|float[0-9]*|double|real)\b|[.]decimal\b'
                        then if(
                            text rlike r'^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?\z',
                            transform(
                                array(struct(
                                    if(left(text, 1) = '-', '-', '') as sign,
                                    regexp_replace(regexp_extract(text, '^[^eE]*', 0), '[-+.]', '') as digits,
                                    length(regexp_extract(text, '^[-+]?([0-9]*)', 1))
                                    + coalesce(try_cast(regexp_extract(text, '[eE](.*)$', 1) as int), 0) as whole_digits
                                )),
                                n -> transform(
                                    array(struct(
                                        if(n.whole_digits > 0, ltrim('0', rpad(left(n.digits, n.whole_digits), n.whole_digits, '0')), '') as whole,
                                        rtrim('0', if(
                                            n.whole_digits > 0,
                                            substr(n.digits, n.whole_digits + 1),
                                            concat(repeat('0', -n.whole_digits), n.digits)
                                        )) as fraction
                                    )),
                                    m -> concat(
                                        n.sign,
                                        if(m.whole = '', '0', m.whole),
                                        if(m.fraction <> '' or 0 > 0, concat('.', rpad(m.fraction, greatest(length(m.fraction), 0), '0')), '')
                                    )
                                )[0]
                            )[0],
                            text
                        )
                    else text
                end
            )[0]))
            else image_keys[0]
        end as key_before,
        case
            when reason is not null or not is_row_change or operation = 'delete' then null
            when size(key_columns) > 0 then to_json(transform(key_columns, k -> transform(
                array(after[k]),
                text -> case
                    when text rlike r'^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?\z' and not text rlike r'^(0|-?[1-9][0-9]*)\z'
                        -- as in dialects/baseline.sql
                    else text
                end
            )[0]))
            else image_keys[1]
        end as key_after
    from (
        select
            *,
            if(size(key_columns) = 0, transform(
                array(from_json(column_types, 'map<string,string>')),
                types -> transform(images, image -> to_json(array(sha2(to_json(array_sort(map_entries(transform_values(
                    image,
                    (name, text) -> if(text is null or types[name] is null, text, transform(
                        array(lower(types[name])),
                        type -> case
                            when type rlike r'^(unsigned )?((tiny|small|medium|big)?int(eger)?[0-9]*|long|decimal|dec|fixed|numeric|number|float[0-9]*|double|real)\b|[.]decimal\b'
                                then if(
                                    text rlike r'^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?\z',
                                    transform(
                                        array(struct(
                                            if(left(text, 1) = '-', '-', '') as sign,
                                            regexp_replace(regexp_extract(text, '^[^eE]*', 0), '[-+.]', '') as digits,
                                            length(regexp_extract(text, '^[-+]?([0-9]*)', 1))
                                            + coalesce(try_cast(regexp_extract(text, '[eE](.*)$', 1) as int), 0) as whole_digits
                                        )),
                                        n -> transform(
                                            array(struct(
                                                if(n.whole_digits > 0, ltrim('0', rpad(left(n.digits, n.whole_digits), n.whole_digits, '0')), '') as whole,
                                                rtrim('0', if(
                                                    n.whole_digits > 0,
                                                    substr(n.digits, n.whole_digits + 1),
                                                    concat(repeat('0', -n.whole_digits), n.digits)
                                                )) as fraction
                                            )),
                                            m -> concat(
                                                n.sign,
                                                if(m.whole = '', '0', m.whole),
                                                if(m.fraction <> '' or coalesce(try_cast(regexp_extract(type, r'^[a-z]+ *[(] *[0-9]+ *, *([0-9]{1,3}) *[)]', 1) as int), 0) > 0, concat('.', rpad(m.fraction, greatest(length(m.fraction), coalesce(try_cast(regexp_extract(type, r'^[a-z]+ *[(] *[0-9]+ *, *([0-9]{1,3}) *[)]', 1) as int), 0)), '0')), '')
                                            )
                                        )[0]
                                    )[0],
                                    text
                                )
                            when type rlike r'^(time|date|smalldate)(stamp|time)?[0-9]?(offset|tz)?\b|[.](zoned|iso)(time|timestamp)\b'
                                then regexp_replace(regexp_replace(text, r'(:[0-9]{2})[.]0+(?![0-9])', '$1'), r'(:[0-9]{2}[.][0-9]*[1-9])0+(?![0-9])', '$1')
                            when type rlike r'^(national )?(character|char|nchar|bpchar) *([(]|$)'
                                then rtrim(' ', text)
                            when not contains(lower(text), r'\ufdd0') and not contains(text, '\uFDD0') and (
                                type = 'jsonb'
                                or type = 'json' and source_kind not in ('postgresql', 'mariadb')
                                or type rlike r'[.]json\b' and source_kind = 'mysql'
                            ) then coalesce(
                                regexp_replace(to_json(try_parse_json(array_join(
                                    transform(
                                        regexp_extract_all(text, r'"(?:[^"\\]++|\\[\s\S])*+(?:"|\\?+\z)|-?[0-9][-+0-9.eE]*+|[^"0-9-]++|-', 0),
                                        token -> if(
                                            token rlike r'^-?[0-9]',
                                            concat('"\uFDD0', if(
                                                token rlike r'^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?\z',
                                                transform(
                                                    array(struct(
                                                        if(left(token, 1) = '-', '-', '') as sign,
                                                        regexp_replace(regexp_extract(token, '^[^eE]*', 0), '[-+.]', '') as digits,
                                                        length(regexp_extract(token, '^[-+]?([0-9]*)', 1))
                                                        + coalesce(try_cast(regexp_extract(token, '[eE](.*)$', 1) as int), 0) as whole_digits
                                                    )),
                                                    n -> transform(
                                                        -- as in dialects/baseline.sql
                                                    )[0]
                                                )[0],
                                                token
                                            ), '"'),
                                            token
                                        )
                                    ),
                                    ''
                                ))), '"\uFDD0([^"]*)"', '$1'),
                                text
                            )
                            else text
                        end
                    )[0])
                )))), 256))))
            )[0], null) as image_keys
        from (
            select
                *,
                if(size(key_columns) = 0, array(if(is_before_changed_only and operation = 'update', map_concat(map_filter(after, (name, text) -> not map_contains_key(before, name)), before), before), after), null) as images
            from row_changes
        )
    )

),

decoded_changes as (

    select
        * except (
            key_before, key_after, image_keys, images, declared_types, is_row_change, step, before, after, is_before_changed_only, operation, pair_side
        ),
        step,
        case when reason is not null then null when false then 'other' else operation end as operation,
        if(
            false,
            '',
            coalesce(if(step = 0 and operation = 'update', key_before, key_after), key_before, '')
        ) as row_key,
        if(step = 1, key_before, null) as previous_row_key,
        case
            when step = 1 or false then null
            when key_before <> key_after and is_before_changed_only and (size(key_columns) = 0 or not coalesce(is_partial, false)) then map_concat(map_filter(after, (name, text) -> not map_contains_key(before, name)), before)
            else before
        end as before,
        is_before_changed_only and not coalesce(key_before <> key_after, false) as is_before_changed_only,
        if(step = 0 and key_before <> key_after or false, null, after) as after
    from keyed_changes
    lateral view explode(if(key_before <> key_after, array(0, 1), array(0))) as step

);
