texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('oms_shareplex'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`data`:map<string,string>,`key`:map<string,string>,`meta`:struct<`op`:string,`table`:string,`time`:string,`posttime`:string,`scn`:string,`seq`:string,`trans`:string>,`sql`:struct<`ddl`:string>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as shareplex_parsed
    from texts

),

envelopes as (

    select
        * except (shareplex_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        shareplex_parsed.unread is not null as shareplex_is_unread,
        if(
            (
                size(shareplex_parsed.changefeed_message) = 2
                and shareplex_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    shareplex_parsed.unread is not null
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
                transform(array(shareplex_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`data`, e.`key`), m -> transform_values(if(
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
                            'key', of.maps[1],
                            'meta', if(
                                e.`meta` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`meta`.`op`, e.`meta`.`table`, e.`meta`.`time`, e.`meta`.`posttime`, e.`meta`.`scn`, e.`meta`.`seq`, e.`meta`.`trans`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'op', of.texts[0],
                                        'table', of.texts[1],
                                        'time', of.texts[2],
                                        'posttime', of.texts[3],
                                        'scn', of.texts[4],
                                        'seq', of.texts[5],
                                        'trans', of.texts[6]
                                    )
                                )[0]
                            ),
                            'sql', if(
                                e.`sql` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`sql`.`ddl`), m -> if(
                                            contains(m, '\uFDD0'),
                                            replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                            m
                                        )) as texts
                                    )),
                                    of -> named_struct(
                                        'ddl', of.texts[0]
                                    )
                                )[0]
                            ),
                            'changefeed_end', e.`changefeed_end`
                        )
                    )[0]
                ))[0],
                shareplex_parsed.changefeed_message[0]
            ),
            null
        ) as shareplex
    from parsed_messages

),

terms as (

    select
        *,
        coalesce(source_kind, '') in ('oceanbase_oracle', 'oracle', 'db2') as shareplex_is_schema,
        if(contains(shareplex.meta.`table`, '.'), substring_index(shareplex.meta.`table`, '.', 1), null) as shareplex_database_or_schema,
        substr(shareplex.meta.`table`, instr(shareplex.meta.`table`, '.') + 1) as shareplex_table,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(if(shareplex_is_schema, null, shareplex_database_or_schema), ''), database_override, '')), coalesce(nullif(if(shareplex_is_schema, null, shareplex_database_or_schema), ''), database_override, ''),
                length(coalesce(nullif(if(shareplex_is_schema, shareplex_database_or_schema, null), ''), schema_override, '')), coalesce(nullif(if(shareplex_is_schema, shareplex_database_or_schema, null), ''), schema_override, ''),
                length(coalesce(shareplex_table, '')), coalesce(shareplex_table, '')
            )] as shareplex_declared_key,
        declared_types[concat_ws(':',
                length(coalesce(nullif(if(shareplex_is_schema, null, shareplex_database_or_schema), ''), database_override, '')), coalesce(nullif(if(shareplex_is_schema, null, shareplex_database_or_schema), ''), database_override, ''),
                length(coalesce(nullif(if(shareplex_is_schema, shareplex_database_or_schema, null), ''), schema_override, '')), coalesce(nullif(if(shareplex_is_schema, shareplex_database_or_schema, null), ''), schema_override, ''),
                length(coalesce(shareplex_table, '')), coalesce(shareplex_table, '')
            )] as shareplex_types,
        if(shareplex.meta.op in ('ddl', 'trunc', 'dropcol'), if(
            coalesce(nullif(nullif(shareplex.meta.scn, ''), '0'), 'null') = 'null' and unix_millis(if(
            shareplex.meta.time rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(replace(rtrim('Z', shareplex.meta.time), 'T', ' '), ' ', if(endswith(shareplex.meta.time, 'Z'), 'UTC', coalesce(time_zone, 'UTC'))) as timestamp),
            null
        )) between 0 and 253402300799999,
            array(cast(unix_millis(if(
            shareplex.meta.time rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(replace(rtrim('Z', shareplex.meta.time), 'T', ' '), ' ', if(endswith(shareplex.meta.time, 'Z'), 'UTC', coalesce(time_zone, 'UTC'))) as timestamp),
            null
        )) as decimal(38,0)), cast(-1 as decimal(38,0))),
            if(
            shareplex.meta.scn rlike r'^[1-3][0-9]{15,17}\z',
            array(cast(left(shareplex.meta.scn, 13) as decimal(38,0)), cast(substr(shareplex.meta.scn, 14) as decimal(38,0))),
            null
        )
        ), if(
            shareplex.meta.scn rlike r'^[1-3][0-9]{15,17}\z',
            array(cast(left(shareplex.meta.scn, 13) as decimal(38,0)), cast(substr(shareplex.meta.scn, 14) as decimal(38,0))),
            null
        )) as shareplex_sequence,
        if(shareplex.meta.op = 'ins' and coalesce(options['order'], '') <> 'kafka_time' and coalesce(nullif(shareplex.meta.scn, ''), 'null') in ('null', '0'), 'snapshot', case
            when shareplex.meta.op = 'ddl' then if(coalesce(shareplex.sql.ddl rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false), 'truncate', 'ddl')
            else case shareplex.meta.op when 'ins' then 'insert' when 'upd' then 'update' when 'ups' then 'update' when 'del' then 'delete' when 'trunc' then 'truncate' when 'dropcol' then 'ddl' end
        end) as shareplex_operation,
        if(
            shareplex_operation in ('update', 'delete'),
            if(
            coalesce(options['lob_mode'], '') <> 'complete' and size(shareplex_declared_key) > 0,
            map_keys(map_filter(
                if(shareplex_operation = 'delete', shareplex.data, shareplex.key),
                (name, text) -> text is null
                    and (shareplex_operation = 'delete' or not array_contains(map_keys(shareplex.data), name))
                    and coalesce(lower(regexp_extract(shareplex_types[name], '^[^( ]*', 0)) in (
                'tinytext', 'text', 'mediumtext', 'longtext', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'json',
                'geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection',
                'geomcollection', 'clob', 'nclob', 'xmltype', 'sdo_geometry'
            ) or lower(shareplex_types[name]) in ('dbclob', 'xml'), true)
                    and not array_contains(shareplex_declared_key, name)
            )),
            array()
        ),
            array()
        ) as shareplex_unsent
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'oms_shareplex' then case
                when shareplex is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (shareplex.`meta` is null) or arrays_overlap(names, split('database,es,gtid,id,isDdl,mysqlType,old,pkNames,sqlType,table,ts,type,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
                when coalesce(options['order'], '') <> 'kafka_time' and shareplex_operation in ('insert', 'update', 'delete', 'truncate', 'ddl') and shareplex_sequence is null then 'sequence_missing'
                when shareplex_operation is null then 'unknown_operation'
                when shareplex.meta.op in ('ins', 'upd', 'ups', 'del') and shareplex.data is null or shareplex.meta.op in ('upd', 'ups') and shareplex.key is null then 'row_missing'
                when shareplex.meta.op = 'ddl' and nullif(shareplex.sql.ddl, '') is null then 'statement_missing'
                when coalesce((size(array_distinct(map_keys(shareplex.`data`))) <> size(shareplex.`data`)), false) or coalesce((size(array_distinct(map_keys(shareplex.`key`))) <> size(shareplex.`key`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`meta`:string,`sql`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`meta`, sent.`sql`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when shareplex_is_unread
                    or if(
                        if(
                        concat_ws('', left(shareplex.`meta`.`op`, 1), left(shareplex.`meta`.`table`, 1), left(shareplex.`sql`.`ddl`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', shareplex.`meta`.`op`, shareplex.`meta`.`table`, shareplex.`sql`.`ddl`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ),
                        exists(
                            array(from_json(value_text, 'struct<`meta`:struct<`op`:variant,`table`:variant>,`sql`:struct<`ddl`:variant>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(shareplex.`meta`.`op` as text, sent.`meta`.`op` as value),
                                    struct(shareplex.`meta`.`table` as text, sent.`meta`.`table` as value),
                                    struct(shareplex.`sql`.`ddl` as text, sent.`sql`.`ddl` as value)
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
                when 'oms_shareplex' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of oms_shareplex has meta.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('database,es,gtid,id,isDdl,mysqlType,old,pkNames,sqlType,table,ts,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'sequence_missing' then concat('This feed is ordered by meta.scn, milliseconds and a counter in 16 to 18 digits; here it is ', coalesce(shareplex.meta.scn, 'missing'), '. (A statement without it is placed by the time of its commit, which it must have.) Where the task sends it not at all, write order=kafka_time into the options of this feed in seeds/changefeed_feeds.csv.')
                    when 'unknown_operation' then concat('OMS documents no meta.op ', coalesce(shareplex.meta.op, '(missing)'), '.')
                    when 'row_missing' then 'The row, or what an update changed of it, is in data, and the row before an update is in key; here one is missing, or no object.'
                    when 'statement_missing' then 'A ddl has its statement in sql.ddl.'
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than oms_shareplex sends: an object (data, key, meta, sql), a text (meta.op, meta.table, sql.ddl).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, shareplex_operation, null) as string)
        ) as operation,
        cast(if(shareplex_is_schema, null, shareplex_database_or_schema) as string) as source_database,
        cast(if(shareplex_is_schema, shareplex_database_or_schema, null) as string) as source_schema,
        cast(shareplex_table as string) as source_table,
        cast(if(reason is null, if(shareplex_operation in ('truncate', 'ddl'), shareplex.meta.op, null), null) as string) as statement_kind,
        cast(if(reason is null, if(
            shareplex.meta.time rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(replace(rtrim('Z', shareplex.meta.time), 'T', ' '), ' ', if(endswith(shareplex.meta.time, 'Z'), 'UTC', coalesce(time_zone, 'UTC'))) as timestamp),
            null
        ), null) as timestamp) as source_at,
        cast(if(reason is null, if(
            shareplex.meta.posttime rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(replace(rtrim('Z', shareplex.meta.posttime), 'T', ' '), ' ', if(endswith(shareplex.meta.posttime, 'Z'), 'UTC', coalesce(time_zone, 'UTC'))) as timestamp),
            null
        ), null) as timestamp) as processed_at,
        cast(if(reason is null, coalesce(
            size(shareplex_unsent) > 0
            or shareplex_operation = 'delete' and size(shareplex_declared_key) > 0 and coalesce(options['lob_mode'], '') <> 'complete',
            false
        ), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, nullif(shareplex.meta.trans, ''), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(null as array<string>) as key_columns,
        cast(if(reason is null, if(coalesce(options['order'], '') <> 'kafka_time' and shareplex_operation <> 'snapshot', shareplex_sequence, null), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, case
            when shareplex_operation not in ('truncate', 'ddl') then null
            when nullif(shareplex.sql.ddl, '') is not null then shareplex.sql.ddl
            when shareplex.meta.op <> 'trunc' then null
            when shareplex_is_schema then concat(
                'truncate table ', if(shareplex_database_or_schema is null, '', concat('"', replace(shareplex_database_or_schema, '"', '""'), '".')), '"', replace(shareplex_table, '"', '""'), '"'
            )
            else concat('truncate table `', replace(shareplex_table, '`', '``'), '`')
        end, null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, to_json(shareplex_types), null) as string) as column_types,
        cast(if(reason is null, case when shareplex_operation = 'update' then array(map_concat(map_filter(if(size(shareplex_unsent) > 0, map_filter(shareplex.key, (name, text) -> not array_contains(shareplex_unsent, name)), shareplex.key), (name, text) -> not map_contains_key(shareplex.data, name)), shareplex.data)) when shareplex_operation = 'delete' then array() else array(shareplex.data) end, null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case shareplex_operation when 'update' then array(if(size(shareplex_unsent) > 0, map_filter(shareplex.key, (name, text) -> not array_contains(shareplex_unsent, name)), shareplex.key)) when 'delete' then array(if(size(shareplex_unsent) > 0, map_filter(shareplex.data, (name, text) -> not array_contains(shareplex_unsent, name)), shareplex.data)) else array() end, null) as array<map<string,string>>) as before_rows,
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
