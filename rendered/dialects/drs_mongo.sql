texts as (

    select
        * except (value),
        cast(value as string) as value_text,
        false as has_fractions,
        case
            -- as in dialects/baseline.sql
        end as text_fault
    from messages

),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('drs_mongo'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`op`:string,`dbType`:string,`db`:string,`coll`:string,`value`:string,`where`:string,`recordType`:string,`id`:string,`es`:string,`ts`:string,`clusterTime`:string,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as dds_parsed
    from texts

),

envelopes as (

    select
        * except (dds_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        dds_parsed.unread is not null as dds_is_unread,
        if(
            (
                size(dds_parsed.changefeed_message) = 2
                and dds_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    dds_parsed.unread is not null
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
            dds_parsed.changefeed_message[0],
            null
        ) as dds
    from parsed_messages

),

terms as (

    select
        *,
        case
            when dds.op = 'INSERT' and dds.recordType = 'insert' then 'insert'
            when dds.op = 'UPDATE' and dds.recordType in ('update', 'replace') then 'update'
            when dds.op = 'DELETE' and dds.recordType = 'doc' then 'delete'
            when dds.op = 'INIT' then 'snapshot'
            when dds.op = 'DDL' then 'ddl'
        end as dds_operation,
        dds_operation in ('insert', 'update', 'delete', 'snapshot') as dds_is_row,
        coalesce(dds_operation = 'update' and dds.recordType = 'update', false) as dds_is_update,
        if(dds_is_row, transform(array(dds.value, dds.`where`), text -> get(
            transform(
                transform(
                    array(regexp_replace(
            regexp_replace(
                regexp_replace(text, r'ObjectId(?<=[:,\[] {0,1}ObjectId)\("([0-9a-fA-F]{24})"\)', r'{"\$oid":"$1"}'),
                r'ISODate(?<=[:,\[] {0,1}ISODate)\("([0-9][0-9TZ:.+\-]*)"\)',
                r'{"\$date":"$1"}'
            ),
            r'NumberLong(?<=[0-9A-Za-z]": {0,1}NumberLong)\("?(-?[0-9]+)"?\)(?=[,}])',
            '$1'
        )),
                    shell -> if(contains(shell, '(') or contains(shell, 'Infinity') or contains(shell, 'MinKey') or contains(shell, 'MaxKey') or contains(shell, 'undefined') or contains(shell, 'NaN'), regexp_replace(
                        shell,
                        r'\G((?:[^"A-Za-z0-9_\-]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?[0-9][0-9.eE+\-]*+|-|(?:true|false|null)(?![A-Za-z0-9_(]))*+)(?:new +)?([A-Za-z_][A-Za-z0-9_]*+)(?:\(([^()"]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^()"]*+)*+)\))?',
                        '$1{"\uFDD1$2":[$3]}'
                    ), shell)
                ),
                marked -> get(
                    transform(
                        array(if(contains(marked, '\uFDD1'), regexp_replace(
            regexp_replace(marked, r'\{(?<![-+.0-9A-Za-z}]\{)"\uFDD1(?:NumberLong|NumberInt|Long|Int32)":\["?(-?[0-9]+)"?\]\}(?![-+.0-9A-Za-z])', '$1'),
            r'\{"\uFDD1(?:NumberDecimal|Decimal128)":\["([^"\\]*)"\]\}',
            r'{"\$numberDecimal":"$1"}'
        ), marked)),
                        json -> if(
                            contains(json, '\uFDD1'),
                            aggregate(
                                filter(array(struct('ObjectId' as word, r'\{"\uFDD1ObjectId":\["([0-9a-fA-F]{24})"\]\}' as pattern, r'{"\$oid":"$1"}' as json), struct('ISODate' as word, r'\{"\uFDD1ISODate":\["([^"\\]*)"\]\}' as pattern, r'{"\$date":"$1"}' as json), struct('Date' as word, r'\{"\uFDD1Date":\["?(-?[0-9]+)"?\]\}' as pattern, r'{"\$date":{"\$numberLong":"$1"}}' as json), struct('BinData' as word, r'\{"\uFDD1BinData":\[([0-9]), *"([^"\\]*)"\]\}' as pattern, r'{"\$binary":{"base64":"$2","subType":"0$1"}}' as json), struct('BinData' as word, r'\{"\uFDD1BinData":\[128, *"([^"\\]*)"\]\}' as pattern, r'{"\$binary":{"base64":"$1","subType":"80"}}' as json), struct('UUID' as word, r'\{"\uFDD1UUID":\["([^"\\]*)"\]\}' as pattern, r'{"\$uuid":"$1"}' as json), struct('Timestamp' as word, r'\{"\uFDD1Timestamp":\[([0-9]+), *([0-9]+)\]\}' as pattern, r'{"\$timestamp":{"t":$1,"i":$2}}' as json), struct('MinKey' as word, r'\{"\uFDD1MinKey":\[\]\}' as pattern, r'{"\$minKey":1}' as json), struct('MaxKey' as word, r'\{"\uFDD1MaxKey":\[\]\}' as pattern, r'{"\$maxKey":1}' as json), struct('undefined' as word, r'\{"\uFDD1undefined":\[\]\}' as pattern, r'{"\$undefined":true}' as json), struct('NaN' as word, r'\{"\uFDD1NaN":\[\]\}' as pattern, r'{"\$numberDouble":"NaN"}' as json), struct('Infinity' as word, r'(-?)\{"\uFDD1Infinity":\[\]\}' as pattern, r'{"\$numberDouble":"$1Infinity"}' as json)), rule -> contains(json, concat('\uFDD1', rule.word))),
                                json,
                                (json, rule) -> regexp_replace(json, rule.pattern, rule.json)
                            ),
                            json
                        )
                    ),
                    0
                )
            ),
            0
        )), null) as dds_jsons,
        transform(dds_jsons, json -> get(
            transform(
                filter(
                    transform(
                        array(json),
                        json -> struct(
                            json,
                            from_json(
                                concat('[', regexp_replace(
                                    if(
                                        contains(json, r'\u') or contains(json, '\uFDD0'),
                                        replace(
                                            if(
                                                contains(lower(json), r'\ufdd0'),
                                                regexp_replace(json, r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
                                                json
                                            ),
                                            '\uFDD0',
                                            '\uFDD00'
                                        ),
                                        json
                                    ),
                                    r'\G((?:[^"\-0-9]*+(?:"(?![\-0-9a-fA-Ftn\[{\\])[^"\\]*+(?:\\.[^"\\]*+)*+"|"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+:|(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9])))*+[^"\-0-9]*+)(?:(-?(?:0(?![0-9])|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+)|"([^"\\]*+(?:\\.[^"\\]*+)*+)")',
                                    '$1"\uFDD01$2\uFDD02$3"'
                                ), ',{"changefeed_end":1}]'),
                                'array<map<string,string>>',
                                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')
                            ) as objects
                        )
                    ),
                    read -> size(read.objects) = 2 and read.objects[1]['changefeed_end'] = '1'
                    and if(contains(read.json, 'changefeed_') or contains(read.json, r'\u00'), coalesce(
                        map_keys(from_json(
                            concat('{"value":', read.json, ',"', sha2(read.json, 256), '":1}'),
                            'map<string,string>',
                            map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')
                        )) = array('value', sha2(read.json, 256)),
                        false
                    ), true)
                ),
                read -> if(
            contains(array_join(map_keys(read.objects[0]), ''), '\uFDD0') and not (size(array_distinct(map_keys(read.objects[0]))) <> size(read.objects[0])),
            transform_keys(read.objects[0], (name, text) -> if(
            contains(name, '\uFDD0'),
            replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            name
        )),
            read.objects[0]
        )
            ),
            0
        )) as dds_documents,
        coalesce(if(dds_is_update, get(transform(array(from_json(dds_documents[0]['$set'], 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), members -> if(
            contains(array_join(map_keys(members), ''), '\uFDD0') and not (size(array_distinct(map_keys(members))) <> size(members)),
            transform_keys(members, (name, text) -> if(
            contains(name, '\uFDD0'),
            replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            name
        )),
            members
        )), 0), null), cast(map() as map<string,string>)) as dds_set,
        coalesce(transform(map_keys(if(dds_is_update, from_json(dds_documents[0]['$unset'], 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), null)), name -> replace(name, '\uFDD00', '\uFDD0')), cast(array() as array<string>)) as dds_unset,
        transform(
            array(dds_documents[0], map_filter(dds_documents[1], (name, json) -> not contains(name, '.')), dds_set),
            members -> transform_values(members, (name, value) -> if(contains(name, '.'), if(
            startswith(value, '\uFDD01\uFDD02') or (not value rlike r'^[-0-9tfn\[{]|^\x{FDD0}1'),
            get(
                transform(
                    array(replace(if(startswith(value, '\uFDD01\uFDD02'), substr(value, 5), value), '\uFDD00', '\uFDD0')),
                    plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
                ),
                0
            ),
            case
                when value is null then 'null'
                when startswith(value, '\uFDD01') then substr(value, 3, length(value) - 4)
                when contains(value, '\uFDD0')
                    then replace(regexp_replace(replace(value, '"\uFDD01\uFDD02', '"'), r'"\uFDD01([^"\uFDD0]*)\uFDD02"', '$1'), '\uFDD00', '\uFDD0')
                else value
            end
        ), case
            when (not value rlike r'^[-0-9tfn\[{]|^\x{FDD0}1') then replace(value, '\uFDD00', '\uFDD0')
            when startswith(value, '\uFDD01\uFDD02') then get(
                transform(
                    array(replace(substr(value, 5), '\uFDD00', '\uFDD0')),
                    text -> if(
                        text rlike r'(?s)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null|["\[{].*|[0-9a-fA-F]{24}|[0-9]{4}-[0-9]{2}-[0-9]{2}T.*)$',
                        get(
            transform(
                array(text),
                plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
            ),
            0
        ),
                        text
                    )
                ),
                0
            )
            else get(
                transform(
                    array(case
            when value is null then 'null'
            when startswith(value, '\uFDD01') then substr(value, 3, length(value) - 4)
            when contains(value, '\uFDD0')
                then replace(regexp_replace(replace(value, '"\uFDD01\uFDD02', '"'), r'"\uFDD01([^"\uFDD0]*)\uFDD02"', '$1'), '\uFDD00', '\uFDD0')
            else value
        end),
                    json -> case
                        when json = 'null' then null
                        when json rlike r'^\{"\$oid":"[0-9a-fA-F]{24}"\}$' then lower(substr(json, 10, 24))
                        when json rlike r'^\{"\$date":"[0-9]{4}-[0-9]{2}-[0-9]{2}T[^"\\]*"\}$' then regexp_extract(json, ':"([^"]*)"', 1)
                        else json
                    end
                ),
                0
            )
        end))
        ) as dds_rows
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'drs_mongo' then case
                when dds is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (dds.`op` is null) or (dds.`db` is null and dds.`coll` is null) or arrays_overlap(names, split('data,database,gtid,isDdl,mysqlType,old,pkNames,sql,sqlType,table,type,_tidb,dataSourceName,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,source,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic,specversion', ',')) then 'wrong_dialect'
                when dds_operation is null then 'unknown_operation'
                when dds.op <> 'INIT' and not coalesce(dds.clusterTime rlike r'^[0-9]{1,18}:[0-9]{1,18}\z' and dds.id rlike r'^[0-9]{1,38}\z', false) then 'sequence_missing'
                when dds_is_row and dds.value is null then 'document_missing'
                when dds_is_row and (contains(concat_ws(' ', dds.value, dds.`where`), '﷑') or exists(array(0, 1), i -> dds_jsons[i] is not null and (dds_documents[i] is null or contains(dds_jsons[i], '\uFDD1') or contains(array_join(map_keys(dds_documents[i]), ''), '\u0000')
                    or if(
                            contains(dds_jsons[i], r'\u'),
                            if(
                                contains(dds_jsons[i], r'\ud') or contains(dds_jsons[i], r'\uD'),
                                regexp_replace(
                                    replace(dds_jsons[i], r'\\', ' '),
                                    r'\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}',
                                    ' '
                                ) rlike r'\\u[dD][89a-fA-F]',
                                false
                            ),
                            false
                        )))) then 'document_unreadable'
                when dds_is_row and (exists(dds_documents, members -> coalesce((size(array_distinct(map_keys(members))) <> size(members)), false)) or size(array_distinct(concat(map_keys(dds_set), dds_unset))) <> size(concat(map_keys(dds_set), dds_unset))) then 'duplicate_name'
                when dds_is_update and exists(map_entries(dds_documents[0]), member -> member.key not in ('$set', '$unset', '$v') or member.key = '$v' and member.value <> '1' or member.key <> '$v' and not startswith(member.value, '{')) or dds_is_row and not dds_is_update and exists(map_keys(dds_documents[0]), name -> startswith(name, '$')) then 'unknown_update'
                when dds_is_update and exists(concat(map_keys(dds_set), dds_unset), name -> contains(name, '.') and exists(split(name, '[.]'), part -> part = '')) then 'path_not_followed'
                when (((dds.value is not null and not case
                        when not array_contains(names, 'value') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"value"')) > 2
                            then coalesce(exists(array(from_json(value_text, '`value` variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).`value`), sent -> if(     try_variant_get(sent, '$', 'array<variant>') is not null     or try_variant_get(sent, '$', 'map<string,variant>') is not null,     'CONTAINER',     schema_of_variant(sent) ) = 'STRING'), false)
                        else value_text rlike r'"value"\s*+:\s*+"'
                    end or dds.`where` is not null and not case
                        when not array_contains(names, 'where') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"where"')) > 2
                            then coalesce(exists(array(from_json(value_text, '`where` variant', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).`where`), sent -> if(     try_variant_get(sent, '$', 'array<variant>') is not null     or try_variant_get(sent, '$', 'map<string,variant>') is not null,     'CONTAINER',     schema_of_variant(sent) ) = 'STRING'), false)
                        else value_text rlike r'"where"\s*+:\s*+"'
                    end)) or (dds_is_unread
                    or if(
                        if(
                        concat_ws('', left(dds.`op`, 1), left(dds.`dbType`, 1), left(dds.`db`, 1), left(dds.`coll`, 1), left(dds.`recordType`, 1), left(dds.`clusterTime`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', dds.`op`, dds.`dbType`, dds.`db`, dds.`coll`, dds.`recordType`, dds.`clusterTime`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ),
                        exists(
                            array(from_json(value_text, 'struct<`op`:variant,`dbType`:variant,`db`:variant,`coll`:variant,`recordType`:variant,`clusterTime`:variant>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(dds.`op` as text, sent.`op` as value),
                                    struct(dds.`dbType` as text, sent.`dbType` as value),
                                    struct(dds.`db` as text, sent.`db` as value),
                                    struct(dds.`coll` as text, sent.`coll` as value),
                                    struct(dds.`recordType` as text, sent.`recordType` as value),
                                    struct(dds.`clusterTime` as text, sent.`clusterTime` as value)
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
                when 'drs_mongo' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of drs_mongo has op, db or coll.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('data,database,gtid,isDdl,mysqlType,old,pkNames,sql,sqlType,table,type:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload,source:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate|specversion:debezium_cloudevents', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'unknown_operation' then concat('DRS documents no op ', dds.op, ' with recordType ', coalesce(dds.recordType, 'missing'), '. A DELETE of another recordType than doc deletes no document.')
                    when 'sequence_missing' then concat('A message has seconds:counter in clusterTime and a whole number in id, by which changes are ordered; here they are ', coalesce(dds.clusterTime, 'missing'), ' and ', coalesce(dds.id, 'missing'), '.')
                    when 'document_missing' then concat('The ', dds.op, ' has no document in value.')
                    when 'document_unreadable' then concat('value or where is not one document of the MongoDB shell whose types are known', coalesce(concat(' (', nullif(regexp_extract(concat_ws(' ', dds_jsons), r'﷑([A-Za-z0-9_]*)', 1), ''), ' is not)'), ''), '. It begins: ', left(dds.value, 80))
                    when 'duplicate_name' then 'The document, or what is set and unset, names a member twice.'
                    when 'unknown_update' then concat('An update has $set and $unset, each with an object; other records have a document. Here the members are: ', array_join(map_keys(dds_documents[0]), ', '), '.')
                    when 'path_not_followed' then concat('An update of ', array_join(filter(concat(map_keys(dds_set), dds_unset), name -> contains(name, '.') and exists(split(name, '[.]'), part -> part = '')), ', '), ': paths with an empty name are not followed. The document is out of date until it is replaced or loaded again.')
                    when 'wrong_type' then if((dds.value is not null and not case
                        when not array_contains(names, 'value') then false
                        when contains(value_text, r'\u00') or size(split(value_text, '"value"')) > 2
                            -- as in dialects/drs_mongo.sql
                        else value_text rlike r'"value"\s*+:\s*+"'
                    end or dds.`where` is not null and not case
                        -- as in dialects/drs_mongo.sql
                    end), 'value and where are texts, of the MongoDB shell; here one is another kind of JSON value.', 'A member holds another kind of JSON value than drs_mongo sends: a text (op, dbType, db, coll, recordType, clusterTime).')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, dds_operation, null) as string)
        ) as operation,
        cast(dds.db as string) as source_database,
        cast(null as string) as source_schema,
        cast(dds.coll as string) as source_table,
        cast(if(reason is null, if(dds.op = 'DDL', lower(coalesce(dds.recordType, dds.op)), null), null) as string) as statement_kind,
        cast(if(reason is null, if(try_cast(dds.es as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(dds.es as bigint)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(dds.ts as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(dds.ts as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, dds_operation = 'delete' or dds_is_update, null) as boolean) as is_partial,
        cast(if(reason is null, false, null) as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, array('_id'), null) as array<string>) as key_columns,
        cast(if(reason is null, if(dds.op = 'INIT' or not coalesce(dds.clusterTime rlike r'^[0-9]{1,18}:[0-9]{1,18}\z' and dds.id rlike r'^[0-9]{1,38}\z', false), null, transform(concat(split(dds.clusterTime, ':'), array(dds.id)), number -> cast(number as decimal(38,0)))), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, if(dds.op = 'DDL', dds.value, null), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, case
            when dds_operation in ('insert', 'snapshot') or dds.recordType = 'replace' then array(dds_rows[0])
            when dds_operation = 'update' then array(map_concat(
                map_filter(coalesce(dds_rows[1], cast(map() as map<string,string>)), (name, text) -> not array_contains(map_keys(dds_set), name) and not array_contains(dds_unset, name)),
                transform_keys(dds_rows[2], (name, text) -> replace(name, '.', '\u0000')),
                map_from_arrays(transform(dds_unset, name -> replace(name, '.', '\u0000')), array_repeat(cast(null as string), size(dds_unset)))
            ))
            else array()
        end, null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case dds_operation
            when 'delete' then array(dds_rows[0])
            when 'update' then if(dds_rows[1] is null, array(), array(dds_rows[1]))
            else array()
        end, null) as array<map<string,string>>) as before_rows,
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
