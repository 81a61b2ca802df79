events as (

    select
        * except (value, event),
        coalesce(event, value) as value
    from messages
    lateral view outer posexplode(
        case dialect
            when 'ticdc_open' then get(
                transform(
                    array(if(
                        startswith(key, X'0000000000000001'),
                        aggregate(
                            if(length(key) div 8 - 1 > 0, sequence(1, cast(length(key) div 8 - 1 as int)), array()),
                            named_struct('rest', substring(key, 9), 'frames', cast(array() as array<binary>)),
                            (read, place) -> if(
                                length(read.rest) = 0,
                                read,
                                transform(
                                    array(try_cast(conv(hex(substring(read.rest, 1, 8)), 16, 10) as bigint)),
                                    size -> if(
                                        size <= length(read.rest) - 8,
                                        named_struct('rest', substring(read.rest, cast(size as int) + 9), 'frames', array_append(read.frames, substring(read.rest, 9, cast(size as int)))),
                                        named_struct('rest', cast(null as binary), 'frames', cast(null as array<binary>))
                                    )
                                )[0]
                            ),
                            read -> if(length(read.rest) = 0, read.frames, null)
                        ),
                        null
                    )),
                    keys -> get(
                        transform(
                            array(if(length(value) = 0, transform(keys, frame -> X''), aggregate(
                                if(size(keys) > 0, sequence(1, cast(size(keys) as int)), array()),
                                named_struct('rest', value, 'frames', cast(array() as array<binary>)),
                                (read, place) -> if(
                                    -- as in dialects/ticdc_open.sql
                                ),
                                read -> if(length(read.rest) = 0, read.frames, null)
                            ))),
                            contents -> if(
                                size(keys) > 0 and size(keys) = size(contents)
                                and forall(keys, frame -> coalesce(
                                    map_keys(from_json(
                                        concat('{"value":', cast(frame as string), ',"', sha2(cast(frame as string), 256), '":1}'),
                                        'map<string,string>',
                                        map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')
                                    )) = array('value', sha2(cast(frame as string), 256)),
                                    false
                                )),
                                zip_with(keys, contents, (frame, content) -> concat(
                                    cast('{"open_key":' as binary), frame,
                                    cast(',"open_value":' as binary), if(length(content) = 0, cast('null' as binary), content), cast('}' as binary)
                                )),
                                null
                            )
                        ),
                        0
                    )
                ),
                0
            )
        end
    ) as event_index, event

),

texts as (

    select
        -- as in dialects/baseline.sql
    from events

),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('ticdc_open'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`open_key`:struct<`ts`:string,`scm`:string,`tbl`:string,`t`:string,`ohk`:boolean,`ccl`:string>,`open_value`:struct<`u`:MAP<STRING,MAP<STRING,STRING>>,`p`:MAP<STRING,MAP<STRING,STRING>>,`d`:MAP<STRING,MAP<STRING,STRING>>,`q`:string,`t`:string>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as open_parsed
    from texts

),

envelopes as (

    select
        * except (open_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        open_parsed.unread is not null as open_is_unread,
        if(
            (
                size(open_parsed.changefeed_message) = 2
                and open_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    open_parsed.unread is not null
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
                transform(array(open_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none
                        )),
                        of -> named_struct(
                            'open_key', if(
                                e.`open_key` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`open_key`.`ts`, e.`open_key`.`scm`, e.`open_key`.`tbl`, e.`open_key`.`t`, e.`open_key`.`ccl`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'ts', of.texts[0],
                                        'scm', of.texts[1],
                                        'tbl', of.texts[2],
                                        't', of.texts[3],
                                        'ohk', e.`open_key`.`ohk`,
                                        'ccl', of.texts[4]
                                    )
                                )[0]
                            ),
                            'open_value', if(
                                e.`open_value` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`open_value`.`q`, e.`open_value`.`t`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'u', e.`open_value`.`u`,
                                        'p', e.`open_value`.`p`,
                                        'd', e.`open_value`.`d`,
                                        'q', of.texts[0],
                                        't', of.texts[1]
                                    )
                                )[0]
                            ),
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                open_parsed.changefeed_message[0]
            ),
            null
        ) as open
    from parsed_messages

),

terms as (

    select
        *,
        array(open.open_value.u, open.open_value.p, open.open_value.d) as open_sent,
        if(has_fractions, transform(open_sent, columns -> transform_values(if(
            contains(array_join(map_keys(columns), ''), '\uFDD0') and not (size(array_distinct(map_keys(columns))) <> size(columns)),
            transform_keys(columns, (name, text) -> if(
            contains(name, '\uFDD0'),
            replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            name
        )),
            columns
        ), (name, column) -> transform_values(if(
            contains(array_join(map_keys(column), ''), '\uFDD0') and not (size(array_distinct(map_keys(column))) <> size(column)),
            transform_keys(column, (name, text) -> if(
            contains(name, '\uFDD0'),
            replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            name
        )),
            column
        ), (name, text) -> if(
            contains(text, '\uFDD0'),
            replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            text
        )))), open_sent) as open_columns,
        coalesce(open_columns[2], open_columns[0]) as open_shown,
        case
            when open.open_key.t = '1' then case
                when open.open_value.d is not null then 'delete'
                when open.open_value.u is not null then if(open.open_value.p is null, 'insert', 'update')
            end
            when open.open_key.t = '2' then if(open.open_value.t = '11' or coalesce(open.open_value.q rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false), 'truncate', 'ddl')
            when open.open_key.t = '3' then 'heartbeat'
        end as open_operation,
        coalesce(open_operation in ('insert', 'update', 'delete'), false) as open_is_row,
        map_keys(map_filter(open_shown, (name, column) -> coalesce(column['h'] = 'true', false) or coalesce(try_cast(column['f'] as bigint) & 2 > 0, false))) as open_handle,
        transform(open_columns, columns -> transform_values(columns, (name, column) -> column['v'])) as open_images,
        if(open.open_key.ts rlike r'^[1-9][0-9]{0,18}\z', open.open_key.ts, null) as open_commit_ts
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'ticdc_open' then case
                when open is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((open.`open_key` is null) or arrays_overlap(names, split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ','))) or (event_index is null or size(array_except(names, array('open_key', 'open_value'))) > 0)) then 'wrong_dialect'
                when coalesce(open.open_key.ccl, '') <> '' then 'value_elsewhere'
                when open.open_key.ohk and open_operation in ('insert', 'update') then 'row_incomplete'
                when open.open_key.t = '1' and (open_operation is null or coalesce(size(open_shown), 0) <= 0) then 'row_missing'
                when open.open_key.t = '1' and open.open_value.d is not null and coalesce(open.open_value.u, open.open_value.p) is not null then 'two_images'
                when open_operation is null then 'unknown_operation'
                when open_operation in ('ddl', 'truncate') and open.open_value.q is null then 'statement_missing'
                when open_commit_ts is null then 'sequence_missing'
                when ((exists(open_columns, columns -> coalesce((size(array_distinct(map_keys(columns))) <> size(columns)), false) or coalesce(exists(map_values(columns), column -> (size(array_distinct(map_keys(column))) <> size(column))), false))) or (coalesce(exists(array(from_json(value_text, 'struct<`open_key`:string,`open_value`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`open_key`, sent.`open_value`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false))) then 'duplicate_name'
                when ((exists(open_columns, columns -> coalesce(exists(map_values(columns), column -> column is null or not coalesce(column['t'] rlike r'^[0-9]{1,3}\z', false) or not map_contains_key(column, 'v') or not coalesce(column['f'] rlike r'^[0-9]{1,18}\z', true) or column['h'] not in ('true', 'false')), false))) or (open_is_unread
                    or if(
                        if(
                        concat_ws('', left(open.`open_key`.`scm`, 1), left(open.`open_key`.`tbl`, 1), left(open.`open_key`.`ccl`, 1), left(open.`open_value`.`q`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', open.`open_key`.`scm`, open.`open_key`.`tbl`, open.`open_key`.`ccl`, open.`open_value`.`q`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ),
                        exists(
                            array(from_json(value_text, 'struct<`open_key`:struct<`scm`:variant,`tbl`:variant,`ccl`:variant>,`open_value`:struct<`q`:variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(open.`open_key`.`scm` as text, sent.`open_key`.`scm` as value),
                                    struct(open.`open_key`.`tbl` as text, sent.`open_key`.`tbl` as value),
                                    struct(open.`open_key`.`ccl` as text, sent.`open_key`.`ccl` as value),
                                    struct(open.`open_value`.`q` as text, sent.`open_value`.`q` as value)
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
        coalesce(event_index, 0) as event_index,
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
                when 'ticdc_open' then case reason
                    when 'wrong_dialect' then if(event_index is null or size(array_except(names, array('open_key', 'open_value'))) > 0, 'Key or value has frames that are not one JSON object each, so the message is not of TiCDC\'s Open Protocol. Check the dialect of this feed in seeds/changefeed_feeds.csv.', concat_ws(' ', 'A message of ticdc_open has open_key.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'value_elsewhere' then concat('The message is too large for the topic, and its row lies in ', open.open_key.ccl, ': it is not here. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.')
                    when 'row_incomplete' then 'The message is too large for the topic, and TiCDC sent only the key of its row: the row as it stands is not known. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.'
                    when 'row_missing' then 'A row of TiCDC has its columns in u or d; here there are none.'
                    when 'two_images' then 'A deleted row is in d alone; here u or p is there, too.'
                    when 'unknown_operation' then concat('TiCDC documents no event of type ', coalesce(open.open_key.t, 'null'), '.')
                    when 'statement_missing' then 'An event of type 2 has its statement in q; here it is missing.'
                    when 'sequence_missing' then concat('An event of TiCDC has a whole number in ts, by which changes are ordered; here it is ', coalesce(open.open_key.ts, 'missing'), '.')
                    when 'duplicate_name' then if(exists(open_columns, columns -> coalesce((size(array_distinct(map_keys(columns))) <> size(columns)), false) or coalesce(exists(map_values(columns), column -> (size(array_distinct(map_keys(column))) <> size(column))), false)), 'A row, or what describes one of its columns, names something twice.', 'A row, or what describes its columns, names a column twice.')
                    when 'wrong_type' then if(exists(open_columns, columns -> coalesce(exists(map_values(columns), column -> column is null or not coalesce(column['t'] rlike r'^[0-9]{1,3}\z', false) or not map_contains_key(column, 'v') or not coalesce(column['f'] rlike r'^[0-9]{1,18}\z', true) or column['h'] not in ('true', 'false')), false)), 'A column of TiCDC has its type in t, as a number, and its value in v; here one has not, or f is no number, or h neither true nor false.', 'A member holds another kind of JSON value than ticdc_open sends: an object (open_key, open_value), a text (open_key.scm, open_key.tbl, open_key.ccl, open_value.q), true or false (open_key.ohk), what it is documented to hold (open_value.u, open_value.p, open_value.d).')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, open_operation, null) as string)
        ) as operation,
        cast(open.open_key.scm as string) as source_database,
        cast(null as string) as source_schema,
        cast(open.open_key.tbl as string) as source_table,
        cast(if(reason is null, if(open_operation in ('ddl', 'truncate'), 'ddl', null), null) as string) as statement_kind,
        cast(if(reason is null, if(cast(open_commit_ts as decimal(20,0)) div 262144 between -62135596800000 and 253402300799999, timestamp_millis(cast(open_commit_ts as decimal(20,0)) div 262144), null), null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, open_operation = 'delete' and size(open_handle) = size(open_shown), null) as boolean) as is_partial,
        cast(if(reason is null, open_operation = 'update', null) as boolean) as is_before_changed_only,
        cast(if(reason is null, if(open_operation = 'heartbeat', null, open_commit_ts), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(open_handle) > 0, open_handle, null), null) as array<string>) as key_columns,
        cast(if(reason is null, if(open_operation = 'heartbeat' or open_commit_ts is null, null, transform(
            array(array(cast(open_commit_ts as decimal(38,0)))),
            place -> if(open_operation = 'delete', concat(
                slice(place, 1, size(place) - 1),
                array(element_at(place, -1) - 1, 1)
            ), place)
        )[0]), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(open.open_value.q, ''), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, if(open_is_row, to_json(map_filter(transform_values(open_shown, (name, column) -> concat(
            case column['t']
                when '1' then 'tinyint'
                when '2' then 'smallint'
                when '3' then 'int'
                when '4' then 'float'
                when '5' then 'double'
                when '6' then 'null'
                when '7' then 'timestamp'
                when '8' then 'bigint'
                when '9' then 'mediumint'
                when '10' then 'date'
                when '11' then 'time'
                when '12' then 'datetime'
                when '13' then 'year'
                when '14' then 'date'
                when '16' then 'bit'
                when '225' then 'vector'
                when '245' then 'json'
                when '246' then 'decimal'
                when '247' then 'enum'
                when '248' then 'set'
                else case
                    when column['t'] in ('15', '253') then if(try_cast(column['f'] as bigint) & 1 > 0, 'varbinary', 'varchar')
                    when column['t'] = '254' then if(try_cast(column['f'] as bigint) & 1 > 0, 'binary', 'char')
                    when column['t'] in ('249', '250', '251', '252')
                        then concat(case column['t'] when '249' then 'tiny' when '250' then 'medium' when '251' then 'long' else '' end, if(try_cast(column['f'] as bigint) & 1 > 0, 'blob', 'text'))
                end
            end,
            if(column['t'] in ('1', '2', '3', '4', '5', '8', '9', '246') and coalesce(try_cast(column['f'] as bigint) & 128 > 0, false), ' unsigned', '')
        )), (name, type) -> type is not null)), null), null) as string) as column_types,
        cast(if(reason is null, if(open_operation in ('insert', 'update'), slice(open_images, 1, 1), array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case open_operation when 'update' then slice(open_images, 2, 1) when 'delete' then slice(open_images, 3, 1) else array() end, null) as array<map<string,string>>) as before_rows,
        cast(null as string) as pair_side
    from reasoned_messages

),

placed_messages as (
    -- as in dialects/baseline.sql
),

judged_events as (
    -- as in dialects/baseline.sql, under judged_messages as (
end
                then 'key_absent'
        end as reason
    from placed_messages

),
judged_messages as (

    select * except (event_index, first_fault), if(reason is null, event_index, 0) as event_index
    from (
        select
            *,
            min(if(reason is null, null, event_index)) over (
                partition by feed, topic, topic_incarnation, partition, offset
            ) as first_fault
        from judged_events
    )
    where coalesce(first_fault = event_index, true)

),

row_changes as (

    select
        judged_messages.* except (after_rows, before_rows, detail, key_left_out, event_index, column_types),
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
        coalesce(message_index, 0) + event_index as message_index,
        row.after_rows as after,
        row.before_rows as before,
        case
            -- as in dialects/baseline.sql
        end as detail
    from judged_messages
    lateral view outer posexplode(
        if(reason is null and is_row_change, arrays_zip(after_rows, before_rows), null)
    ) as message_index, row

),

keyed_changes as (
    -- as in dialects/baseline.sql
),

decoded_changes as (
    -- as in dialects/baseline.sql
);
