events as (

    select
        * except (value, event),
        coalesce(event, value) as value
    from messages
    lateral view outer posexplode(
        case dialect
            when 'pg_logical' then if(
                (contains(cast(value as string), '"change"') or contains(cast(value as string), r'\u00'))
                and (case
                    -- as in dialects/baseline.sql, under case
                end) is null and coalesce(
                    map_keys(from_json(
                        concat('{"value":', cast(value as string), ',"', sha2(cast(value as string), 256), '":1}'),
                        'map<string,string>',
                        map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')
                    )) = array('value', sha2(cast(value as string), 256)),
                    false
                ),
                get(
                    transform(
                        array(from_json(regexp_replace(
                            if(
                                contains(cast(value as string), r'\u') or contains(cast(value as string), '\uFDD0'),
                                replace(
                                    if(
                                        contains(lower(cast(value as string)), r'\ufdd0'),
                                        regexp_replace(cast(value as string), r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
                                        cast(value as string)
                                    ),
                                    '\uFDD0',
                                    '\uFDD00'
                                ),
                                cast(value as string)
                            ),
                            r'\G((?:[^"\-0-9]*+(?:"(?![\-0-9a-fA-Ftn\[{\\])[^"\\]*+(?:\\.[^"\\]*+)*+"|"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+:|(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9])))*+[^"\-0-9]*+)(?:(-?(?:0(?![0-9])|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+)|"([^"\\]*+(?:\\.[^"\\]*+)*+)")',
                            '$1"\uFDD01$2\uFDD02$3"'
                        ), 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                        sent -> if(
                            size(filter(map_keys(sent), name -> name = 'change')) = 1 and startswith(sent['change'], '['),
                            get(
                                transform(
                                    array(transform(
                                        concat(
                                            filter(map_entries(sent), member -> member.key <> 'change'),
                                            transform(from_json(sent['change'], 'array<string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), item -> struct(cast(null as string) as key, item as value))
                                        ),
                                        part -> struct(replace(part.key, '\uFDD00', '\uFDD0') as name, if(
                                            startswith(part.value, '\uFDD01\uFDD02') or (not part.value rlike r'^[-0-9tfn\[{]|^\x{FDD0}1'),
                                            get(
                                                transform(
                                                    array(replace(if(startswith(part.value, '\uFDD01\uFDD02'), substr(part.value, 5), part.value), '\uFDD00', '\uFDD0')),
                                                    plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
                                                ),
                                                0
                                            ),
                                            case
                                                when part.value is null then 'null'
                                                when startswith(part.value, '\uFDD01') then substr(part.value, 3, length(part.value) - 4)
                                                when contains(part.value, '\uFDD0')
                                                    then replace(regexp_replace(replace(part.value, '"\uFDD01\uFDD02', '"'), r'"\uFDD01([^"\uFDD0]*)\uFDD02"', '$1'), '\uFDD00', '\uFDD0')
                                                else part.value
                                            end
                                        ) as json)
                                    )),
                                    parts -> transform(
                                        if(exists(parts, part -> part.name is null), filter(parts, part -> part.name is null).json, array(cast(null as string))),
                                        item -> cast(concat(
                                            '{"wal_transaction":{',
                                            array_join(transform(filter(parts, part -> part.name is not null), part -> concat(get(
                                                transform(
                                                    array(part.name),
                                                    plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
                                                ),
                                                0
                                            ), ':', part.json)), ','),
                                            '}', coalesce(concat(',"wal_change":', item), ''), '}'
                                        ) as binary)
                                    )
                                ),
                                0
                            ),
                            null
                        )
                    ),
                    0
                ),
                null
            )
        end
    ) as event_index, event

),

texts as (
    -- as in dialects/ticdc_open.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('pg_logical'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`action`:string,`xid`:string,`timestamp`:string,`lsn`:string,`schema`:string,`table`:string,`columns`:ARRAY<MAP<STRING,STRING>>,`identity`:ARRAY<MAP<STRING,STRING>>,`pk`:ARRAY<MAP<STRING,STRING>>,`change`:string,`wal_transaction`:struct<`xid`:string,`nextlsn`:string,`timestamp`:string>,`wal_change`:struct<`kind`:string,`schema`:string,`table`:string,`columnnames`:ARRAY<STRING>,`columntypes`:ARRAY<STRING>,`columnvalues`:ARRAY<STRING>,`oldkeys`:struct<`keynames`:ARRAY<STRING>,`keytypes`:ARRAY<STRING>,`keyvalues`:ARRAY<STRING>>,`pk`:struct<`pknames`:ARRAY<STRING>,`pktypes`:ARRAY<STRING>>>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as wal_parsed
    from texts

),

envelopes as (

    select
        * except (wal_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        wal_parsed.unread is not null as wal_is_unread,
        if(
            (
                size(wal_parsed.changefeed_message) = 2
                and wal_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    wal_parsed.unread is not null
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
                transform(array(wal_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`action`, e.`xid`, e.`timestamp`, e.`lsn`, e.`schema`, e.`table`, e.`change`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts
                        )),
                        of -> named_struct(
                            'action', of.texts[0],
                            'xid', of.texts[1],
                            'timestamp', of.texts[2],
                            'lsn', of.texts[3],
                            'schema', of.texts[4],
                            'table', of.texts[5],
                            'columns', e.`columns`,
                            'identity', e.`identity`,
                            'pk', e.`pk`,
                            'change', of.texts[6],
                            'wal_transaction', if(
                                e.`wal_transaction` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`wal_transaction`.`xid`, e.`wal_transaction`.`nextlsn`, e.`wal_transaction`.`timestamp`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'xid', of.texts[0],
                                        'nextlsn', of.texts[1],
                                        'timestamp', of.texts[2]
                                    )
                                )[0]
                            ),
                            'wal_change', if(
                                e.`wal_change` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`wal_change`.`kind`, e.`wal_change`.`schema`, e.`wal_change`.`table`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'kind', of.texts[0],
                                        'schema', of.texts[1],
                                        'table', of.texts[2],
                                        'columnnames', e.`wal_change`.`columnnames`,
                                        'columntypes', e.`wal_change`.`columntypes`,
                                        'columnvalues', e.`wal_change`.`columnvalues`,
                                        'oldkeys', if(
                                            e.`wal_change`.`oldkeys` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none
                                                )),
                                                of -> named_struct(
                                                    'keynames', e.`wal_change`.`oldkeys`.`keynames`,
                                                    'keytypes', e.`wal_change`.`oldkeys`.`keytypes`,
                                                    'keyvalues', e.`wal_change`.`oldkeys`.`keyvalues`
                                                )
                                            )[0]
                                        ),
                                        'pk', if(
                                            e.`wal_change`.`pk` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none
                                                )),
                                                of -> named_struct(
                                                    'pknames', e.`wal_change`.`pk`.`pknames`,
                                                    'pktypes', e.`wal_change`.`pk`.`pktypes`
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
                wal_parsed.changefeed_message[0]
            ),
            null
        ) as wal
    from parsed_messages

),

terms as (

    select
        *,
        case
            when event_index is not null then if(not array_contains(names, 'wal_change'), 'other', case wal.wal_change.kind when 'insert' then 'insert' when 'update' then 'update' when 'delete' then 'delete' when 'message' then 'other' end)
            else case wal.action when 'I' then 'insert' when 'U' then 'update' when 'D' then 'delete' when 'T' then 'truncate' when 'B' then 'begin' when 'C' then 'commit' when 'M' then 'other' end
        end as wal_operation,
        coalesce(wal_operation in ('insert', 'update', 'delete'), false) as wal_is_row,
        if(event_index is null, wal.schema, wal.wal_change.schema) as wal_schema,
        if(event_index is null, wal.table, wal.wal_change.table) as wal_table,
        if(
            event_index is null,
            transform(
                array(wal.columns, wal.identity, wal.pk),
                side -> if(side is null, null, array(transform(side, each -> each['name']), transform(side, each -> each['value']), transform(side, each -> each['type'])))
            ),
            array(
                if(wal.wal_change.columnnames is null, null, array(wal.wal_change.columnnames, wal.wal_change.columnvalues, wal.wal_change.columntypes)),
                if(wal.wal_change.oldkeys is null, null, array(wal.wal_change.oldkeys.keynames, wal.wal_change.oldkeys.keyvalues, wal.wal_change.oldkeys.keytypes)),
                if(wal.wal_change.pk is null, null, array(wal.wal_change.pk.pknames, transform(wal.wal_change.pk.pknames, name -> cast(null as string)), wal.wal_change.pk.pktypes))
            )
        ) as wal_sent,
        transform(
            if(has_fractions, transform(wal_sent, lists -> transform(lists, list -> transform(list, text -> if(
            contains(text, '\uFDD0'),
            replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            text
        )))), wal_sent),
            lists -> if(lists is null, null, struct(lists[0] as names, lists[1] as sent, lists[2] as types))
        ) as wal_sides,
        not exists(wal_sides, side -> side is not null and (
            side.names is null or side.sent is null
            or size(array_distinct(side.names)) <> size(side.names) or exists(side.names, name -> name is null)
            or size(side.sent) <> size(side.names) or side.types is not null and size(side.types) <> size(side.names)
        )) as wal_is_sound,
        exists(
            array(filter(flatten(transform(wal_sides, side -> array(side.names, side.types))), list -> list is not null)),
            told -> exists(flatten(told), text -> coalesce(text rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$', false)) and exists(
                array(from_json(
                    value_text,
                    'columns array<map<string,variant>>, identity array<map<string,variant>>, pk array<map<string,variant>>, wal_change struct<columnnames:array<variant>,columntypes:array<variant>,oldkeys:struct<keynames:array<variant>,keytypes:array<variant>>,pk:struct<pknames:array<variant>,pktypes:array<variant>>>',
                    map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')
                )),
                sent -> exists(
                    zip_with(
                        flatten(told),
                        flatten(filter(
                            if(
                                event_index is null,
                                flatten(transform(array(sent.columns, sent.identity, sent.pk), side -> array(transform(side, each -> each['name']), transform(side, each -> each['type'])))),
                                transform(array(sent.wal_change), change -> array(
                                    change.columnnames, change.columntypes, change.oldkeys.keynames, change.oldkeys.keytypes, change.pk.pknames, change.pk.pktypes
                                ))[0]
                            ),
                            list -> list is not null
                        )),
                        (text, value) -> text is not null and coalesce(if(
            try_variant_get(value, '$', 'array<variant>') is not null
            or try_variant_get(value, '$', 'map<string,variant>') is not null,
            'CONTAINER',
            schema_of_variant(value)
        ) not in ('STRING', 'VOID'), true)
                    ),
                    is_other -> is_other
                )
            )
        ) as wal_misnamed,
        transform(slice(wal_sides, 1, 2), side -> if(
            wal_is_sound and side is not null,
            map_from_arrays(side.names, side.sent),
            null
        )) as wal_rows,
        coalesce(size(declared_keys[concat_ws(':',
                length(coalesce(nullif('', ''), database_override, '')), coalesce(nullif('', ''), database_override, ''),
                length(coalesce(nullif(coalesce(wal_schema, ''), ''), schema_override, '')), coalesce(nullif(coalesce(wal_schema, ''), ''), schema_override, ''),
                length(coalesce(wal_table, '')), coalesce(wal_table, '')
            )]) = 0, false) as wal_is_keyless,
        transform(
            array(if(
                wal_operation = 'update' and wal_rows[1] is not null,
                map_concat(map_filter(wal_rows[1], (name, text) -> not array_contains(map_keys(wal_rows[0]), name)), wal_rows[0]),
                wal_rows[0]
            )),
            row -> if(wal_is_keyless and event_index is not null, map_filter(row, (name, text) -> text is not null), row)
        )[0] as wal_after,
        transform(
            array(if(event_index is null, wal.lsn, wal.wal_transaction.nextlsn)),
            lsn -> if(
                lsn rlike r'^[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}\z',
                cast(conv(concat(split_part(lsn, '/', 1), lpad(split_part(lsn, '/', 2), 8, '0')), 16, 10) as decimal(38,0)),
                null
            )
        )[0] as wal_lsn
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'pg_logical' then case
                when wal is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((wal.`action` is null and wal.`change` is null and wal.`wal_transaction` is null) or arrays_overlap(names, split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,updated,resolved,beforeData,headers,magic,specversion', ','))) or (event_index is null and arrays_overlap(names, array('change', 'wal_transaction', 'wal_change')))) then 'wrong_dialect'
                when wal_operation is null then 'unknown_operation'
                when wal_operation in ('insert', 'update') and coalesce(size(wal_sides[0].names), 0) <= 0 or wal_operation = 'delete' and coalesce(size(wal_sides[1].names), 0) <= 0 then 'row_missing'
                when wal_operation = 'insert' and wal_sides[1] is not null or wal_operation = 'delete' and wal_sides[0] is not null then 'two_images'
                when wal_operation in ('update', 'delete') and wal_is_keyless and wal_rows[1] is null then 'before_missing'
                when not options['order'] <=> 'offset' and (wal_is_row or wal_operation = 'truncate') and wal_lsn is null then 'sequence_missing'
                when ((exists(array(wal.columns, wal.identity, wal.pk), side -> coalesce(exists(side, each -> coalesce((size(array_distinct(map_keys(each))) <> size(each)), false)), false)) or exists(wal_sides, side -> coalesce(size(array_distinct(side.names)) <> size(side.names), false))) or (coalesce(exists(array(from_json(value_text, 'struct<`wal_transaction`:string,`wal_change`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`wal_transaction`, sent.`wal_change`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) or coalesce(exists(array(from_json(value_text, 'struct<`wal_change`:struct<`oldkeys`:string,`pk`:string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`wal_change`.`oldkeys`, sent.`wal_change`.`pk`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false))) then 'duplicate_name'
                when ((not wal_is_sound or exists(array(wal.columns, wal.identity), side -> coalesce(exists(side, each -> each is null or not map_contains_key(each, 'value')), false)) or wal_misnamed) or (wal_is_unread
                    or if(
                        if(
                        concat_ws('', left(wal.`schema`, 1), left(wal.`table`, 1), left(wal.`wal_change`.`schema`, 1), left(wal.`wal_change`.`table`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', wal.`schema`, wal.`table`, wal.`wal_change`.`schema`, wal.`wal_change`.`table`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ),
                        exists(
                            array(from_json(value_text, 'struct<`schema`:variant,`table`:variant,`wal_change`:struct<`schema`:variant,`table`:variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(wal.`schema` as text, sent.`schema` as value),
                                    struct(wal.`table` as text, sent.`table` as value),
                                    struct(wal.`wal_change`.`schema` as text, sent.`wal_change`.`schema` as value),
                                    struct(wal.`wal_change`.`table` as text, sent.`wal_change`.`table` as value)
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
                when 'pg_logical' then case reason
                    when 'wrong_dialect' then if(event_index is null and arrays_overlap(names, array('change', 'wal_transaction', 'wal_change')), 'change is no list of changes, as wal2json writes it in format version 1 (whole transactions, without write-in-chunks). Check the dialect of this feed in seeds/changefeed_feeds.csv.', concat_ws(' ', 'A message of pg_logical has action or change or wal_transaction.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,es,gtid,id,isDdl,mysqlType,old,pkNames,sql,sqlType,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('wal2json documents no action or kind ', coalesce(wal.action, wal.wal_change.kind, 'null'), '.')
                    when 'row_missing' then 'A new row has its columns, and a deleted one its identity; here they are missing. Check the replica identity of the table.'
                    when 'two_images' then 'A new row has none before it, and a deleted one none after it; here both are there.'
                    when 'before_missing' then 'The table is declared without a key, and the row before is missing: set REPLICA IDENTITY FULL, or declare a key in seeds/changefeed_table_keys.csv.'
                    when 'sequence_missing' then 'The message has no place in the log (lsn, in format version 1 nextlsn): let wal2json write it (include-lsn), or set the option order=offset of this feed.'
                    when 'duplicate_name' then if(exists(array(wal.columns, wal.identity, wal.pk), side -> coalesce(exists(side, each -> coalesce((size(array_distinct(map_keys(each))) <> size(each)), false)), false)) or exists(wal_sides, side -> coalesce(size(array_distinct(side.names)) <> size(side.names), false)), 'A column, or what describes it, is named twice.', 'A row, or what describes its columns, names a column twice.')
                    when 'wrong_type' then if(not wal_is_sound or exists(array(wal.columns, wal.identity), side -> coalesce(exists(side, each -> each is null or not map_contains_key(each, 'value')), false)) or wal_misnamed, 'Columns have a name, a text, and a value, and as many values as names; here one has not.', 'A member holds another kind of JSON value than pg_logical sends: a text (schema, table, wal_change.schema, wal_change.table), a list of objects (columns, identity, pk), an object (wal_transaction, wal_change, wal_change.oldkeys, wal_change.pk), a list (wal_change.columnnames, wal_change.columntypes, wal_change.columnvalues, wal_change.oldkeys.keynames, wal_change.oldkeys.keytypes, wal_change.oldkeys.keyvalues, wal_change.pk.pknames, wal_change.pk.pktypes).')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, wal_operation, null) as string)
        ) as operation,
        cast(null as string) as source_database,
        cast(wal_schema as string) as source_schema,
        cast(wal_table as string) as source_table,
        cast(null as string) as statement_kind,
        cast(if(reason is null, transform(
            array(if(event_index is null, wal.timestamp, wal.wal_transaction.timestamp)),
            at -> if(
                at rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?[-+][0-9]{2}(:[0-9]{2})?\z',
                try_cast(regexp_replace(at, '([-+][0-9]{2})$', '$1:00') as timestamp),
                null
            )
        )[0], null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, wal_operation in ('update', 'delete') and not wal_is_keyless, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, if(event_index is null, wal.xid, wal.wal_transaction.xid), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(wal_is_row and size(wal_sides[2].names) > 0, wal_sides[2].names, null), null) as array<string>) as key_columns,
        cast(if(reason is null, if((wal_is_row or wal_operation <=> 'truncate') and not options['order'] <=> 'offset', array(wal_lsn, cast(if(event_index is null, offset, event_index) as decimal(38,0))), null), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, if(wal_is_row and coalesce(wal_sides[0], wal_sides[1]).types is not null, to_json(map_filter(map_from_arrays(coalesce(wal_sides[0], wal_sides[1]).names, coalesce(wal_sides[0], wal_sides[1]).types), (name, type) -> type is not null)), null), null) as string) as column_types,
        cast(if(reason is null, if(wal_operation in ('insert', 'update'), array(wal_after), array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(wal_operation in ('update', 'delete') and wal_rows[1] is not null, array(wal_rows[1]), array()), null) as array<map<string,string>>) as before_rows,
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
    -- as in dialects/ticdc_open.sql
),

row_changes as (
    -- as in dialects/ticdc_open.sql
),

keyed_changes as (
    -- as in dialects/baseline.sql
),

decoded_changes as (
    -- as in dialects/baseline.sql
);
