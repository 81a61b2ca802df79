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
            text_fault is null and dialect in ('debezium_cloudevents'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<struct<`specversion`:string,`datacontenttype`:string,`iodebeziumtxid`:string,`iodebeziumop`:string,`iodebeziumconnector`:string,`iodebeziumdb`:string,`iodebeziumschema`:string,`iodebeziumtable`:string,`iodebeziumsnapshot`:string,`iodebeziumtsms`:string,`iodebeziumtsus`:string,`iodebeziumserverid`:string,`iodebeziumfile`:string,`iodebeziumpos`:string,`iodebeziumrow`:string,`iodebeziumgtid`:string,`iodebeziumlsn`:string,`iodebeziumsequence`:string,`iodebeziumchangelsn`:string,`iodebeziumcommitlsn`:string,`iodebeziumeventserialno`:string,`iodebeziumscn`:string,`iodebeziumcommitscn`:string,`iodebeziumrsid`:string,`iodebeziumssn`:string,`data`:struct<`before`:map<string,string>,`after`:map<string,string>,`schema`:STRUCT<fields:array<struct<field:string,fields:array<struct<field:string,type:string,name:string,tidb_type:string,parameters:map<string,string>,items:struct<type:string,name:string,parameters:map<string,string>>>>>>>,`payload`:struct<`before`:map<string,string>,`after`:map<string,string>>>,`changefeed_end`:int>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as ce_parsed
    from texts

),

envelopes as (

    select
        * except (ce_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        ce_parsed.unread is not null as ce_is_unread,
        if(
            (
                size(ce_parsed.changefeed_message) = 2
                and ce_parsed.changefeed_message[1].changefeed_end = 1
                and if(
                    ce_parsed.unread is not null
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
                transform(array(ce_parsed.changefeed_message[0]), e -> if(
                    e is null,
                    null,
                    transform(
                        array(struct(
                            0 as none,
                            transform(array(e.`specversion`, e.`datacontenttype`, e.`iodebeziumtxid`, e.`iodebeziumop`, e.`iodebeziumconnector`, e.`iodebeziumdb`, e.`iodebeziumschema`, e.`iodebeziumtable`, e.`iodebeziumsnapshot`, e.`iodebeziumtsms`, e.`iodebeziumtsus`, e.`iodebeziumserverid`, e.`iodebeziumfile`, e.`iodebeziumpos`, e.`iodebeziumrow`, e.`iodebeziumgtid`, e.`iodebeziumlsn`, e.`iodebeziumsequence`, e.`iodebeziumchangelsn`, e.`iodebeziumcommitlsn`, e.`iodebeziumeventserialno`, e.`iodebeziumscn`, e.`iodebeziumcommitscn`, e.`iodebeziumrsid`, e.`iodebeziumssn`), m -> if(
                                contains(m, '\uFDD0'),
                                replace(regexp_replace(m, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                                m
                            )) as texts
                        )),
                        of -> named_struct(
                            'specversion', of.texts[0],
                            'datacontenttype', of.texts[1],
                            'iodebeziumtxid', of.texts[2],
                            'iodebeziumop', of.texts[3],
                            'iodebeziumconnector', of.texts[4],
                            'iodebeziumdb', of.texts[5],
                            'iodebeziumschema', of.texts[6],
                            'iodebeziumtable', of.texts[7],
                            'iodebeziumsnapshot', of.texts[8],
                            'iodebeziumtsms', of.texts[9],
                            'iodebeziumtsus', of.texts[10],
                            'iodebeziumserverid', of.texts[11],
                            'iodebeziumfile', of.texts[12],
                            'iodebeziumpos', of.texts[13],
                            'iodebeziumrow', of.texts[14],
                            'iodebeziumgtid', of.texts[15],
                            'iodebeziumlsn', of.texts[16],
                            'iodebeziumsequence', of.texts[17],
                            'iodebeziumchangelsn', of.texts[18],
                            'iodebeziumcommitlsn', of.texts[19],
                            'iodebeziumeventserialno', of.texts[20],
                            'iodebeziumscn', of.texts[21],
                            'iodebeziumcommitscn', of.texts[22],
                            'iodebeziumrsid', of.texts[23],
                            'iodebeziumssn', of.texts[24],
                            'data', if(
                                e.`data` is null,
                                null,
                                transform(
                                    array(struct(
                                        0 as none,
                                        transform(array(e.`data`.`before`, e.`data`.`after`), m -> transform_values(if(
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
                                        'before', of.maps[0],
                                        'after', of.maps[1],
                                        'schema', e.`data`.`schema`,
                                        'payload', if(
                                            e.`data`.`payload` is null,
                                            null,
                                            transform(
                                                array(struct(
                                                    0 as none,
                                                    transform(array(e.`data`.`payload`.`before`, e.`data`.`payload`.`after`), m -> transform_values(if(
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
                                                    'before', of.maps[0],
                                                    'after', of.maps[1]
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
                ce_parsed.changefeed_message[0]
            ),
            null
        ) as ce
    from parsed_messages

),

terms as (

    select
        *,
        struct(ce.iodebeziumop as op, if(ce.data.payload is null, ce.data.before, ce.data.payload.before) as before, if(ce.data.payload is null, ce.data.after, ce.data.payload.after) as after) as ce_body,
        map('connector', ce.iodebeziumconnector, 'db', ce.iodebeziumdb, 'schema', ce.iodebeziumschema, 'table', ce.iodebeziumtable, 'snapshot', ce.iodebeziumsnapshot, 'ts_ms', ce.iodebeziumtsms, 'ts_us', ce.iodebeziumtsus, 'server_id', ce.iodebeziumserverid, 'file', ce.iodebeziumfile, 'pos', ce.iodebeziumpos, 'row', ce.iodebeziumrow, 'gtid', ce.iodebeziumgtid, 'lsn', ce.iodebeziumlsn, 'sequence', ce.iodebeziumsequence, 'change_lsn', ce.iodebeziumchangelsn, 'commit_lsn', ce.iodebeziumcommitlsn, 'event_serial_no', ce.iodebeziumeventserialno, 'scn', ce.iodebeziumscn, 'commit_scn', ce.iodebeziumcommitscn, 'rs_id', ce.iodebeziumrsid, 'ssn', ce.iodebeziumssn) as ce_source,
        coalesce(ce_source['snapshot'], 'false') as ce_snapshot,
        ce_snapshot not in ('false', 'incremental') or ce_snapshot = 'false' and ce_body.op <=> 'r' and coalesce(
            nullif(ce_source['file'], ''), ce_source['change_lsn'], nullif(ce_source['lsn'], '0'), nullif(ce_source['commit_scn'], '0')
        ) is null as ce_is_load,
        transform(array(cast(key as string), if(ce_body.op = 'c', cast(get(filter(headers, header -> header.key = '__debezium.oldkey'), 0).value as string), null)), text -> get(
            filter(transform(
                array(from_json(text, 'map<string,string>')),
                sent -> if(
                    array_sort(map_keys(sent)) in (array('payload', 'schema'), array('payload', 'schemaId')) and startswith(sent['payload'], '{'),
                    from_json(sent['payload'], 'map<string,string>'),
                    sent
                )
            ), columns -> not (size(array_distinct(map_keys(columns))) <> size(columns))),
            0
        )) as ce_key_rows,
        ce_key_rows[0] as ce_key_row,
        ce_key_rows[1] as ce_old_key_row,
        ce_source['table'] as ce_table,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(ce_source['db'], ''), database_override, '')), coalesce(nullif(ce_source['db'], ''), database_override, ''),
                length(coalesce(nullif(ce_source['schema'], ''), schema_override, '')), coalesce(nullif(ce_source['schema'], ''), schema_override, ''),
                length(coalesce(ce_table, '')), coalesce(ce_table, '')
            )] as ce_own_key,
        transform(filter(ce.data.schema.fields, each -> each.field in ('before', 'after') and size(each.fields) > 0).fields, columns -> if(has_fractions and contains(to_json(columns), '\uFDD0'), null, if(
            -- as in dialects/debezium.sql, under transform(filter(dbz.schema.fields, each -> each.field in ('
        ))) as ce_sides,
        get(ce_sides, 0) as ce_types,
        if(
            ce_body.op in ('c', 'r') and ce_is_load,
            'snapshot',
            if(ce_body.op = 'c' and ce_old_key_row is not null, 'update', case ce_body.op when 'c' then 'insert' when 'r' then 'snapshot' when 'u' then 'update' when 'd' then 'delete' when 't' then 'truncate' end)
        ) as ce_operation,
        coalesce(ce_body.op in ('c', 'r', 'u', 'd'), false) as ce_is_row,
        if(ce_body.op = 'd', ce_body.before, ce_body.after) as ce_shown,
        coalesce(split(options['key_with'], '[|]'), array()) as ce_key_with,
        if(size(ce_key_with) = 0, null, map_filter(ce_key_row, (name, text) -> array_contains(ce_key_with, name))) as ce_key_added,
        case when not ce_is_row then map_keys(ce_key_row) when ce_shown is null then array_except(map_keys(ce_key_row), array_except(split(concat_ws('|', '__dbz__physicalTableIdentifier', options['key_without']), '[|]'), ce_key_with)) when arrays_overlap(map_keys(ce_key_row), concat(map_keys(ce_shown), ce_key_with)) then array_intersect(map_keys(ce_key_row), concat(map_keys(ce_shown), ce_key_with)) else map_keys(ce_key_row) end as ce_key_columns,
        if(ce_is_row and ce_own_key is null and size(ce_key_columns) < size(ce_key_row), to_json(map_filter(ce_key_row, (name, text) -> not array_contains(ce_key_columns, name))), null) as ce_key_left_out,
        array_join(transform(map_values(ce_shown), text -> left(text, 9)), '') rlike r'^(\{"value":)++\z' as ce_wraps,
        if(ce_is_load, null, transform(
            array(ce_source),
            source -> transform(
                array(transform(
            split(regexp_replace(if(source['commit_lsn'] is null, trim(source['rs_id']), concat(source['commit_lsn'], ':', coalesce(source['change_lsn'], 'ffffffffffffffff:ffffffffffffffff:ffffffffffffffff'))), '^0x', ''), '[:.]'),
            part -> if(part rlike r'^[0-9a-fA-F]{1,16}\z', conv(part, 16, 10), null)
        )),
            -- as in dialects/debezium.sql
        end, place -> if(place rlike r'^-?[0-9]{1,38}\z', cast(place as decimal(38,0)), null))),
                    places -> if(exists(places, place -> place is null), null, places)
                )[0]
            )[0]
        )[0]) as ce_sequence,
        if(options['unavailable'] is null, null, transform(array(options['unavailable']), w -> concat(array(w, base64(w), lower(hex(w)), concat('{"', w, '":"', w, '"}')), transform(array(w, base64(w), lower(hex(w))), e -> concat('["', e, '"]')), transform(array('', '.0'), e -> concat('[', array_join(transform(regexp_extract_all(hex(w), '..', 0), b -> concat(conv(b, 16, 10), e)), ','), ']'))))[0]) as ce_placeholders,
        map_keys(map_filter(
            case
                when ce_source['connector'] in ('mysql', 'mariadb', 'TiCDC') then null
                when ce_body.op = 'd' then ce_body.before
                when ce_body.op = 'u' or ce_old_key_row is not null then ce_body.after
            end,
            (name, text) -> coalesce(if(ce_placeholders is null, trim(both '["]' from text) in ('__debezium_unavailable_value', 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==', '5f5f646562657a69756d5f756e617661696c61626c655f76616c7565', 'b68a35a7-17ad-35b3-af2a-ae46edb4545a', '{"__debezium_unavailable_value":"__debezium_unavailable_value"}') or startswith(text, '[') and md5(text) in ('9a2ca606f985825ad73230aaad5d8bae', 'b8555103c2e9d304dbbaaaedfb72f7fa', '8d3db4184c4013d7e81a5ea07bbdb10d', '48153696c43c4d785e13e56041582edd'), array_contains(ce_placeholders, text)), false)
        )) as ce_unsent,
        if(
            ce_body.op = 'd',
            if(ce_own_key is null, ce_key_row is not null, size(ce_own_key) > 0)
            and (ce_body.before is null or coalesce('postgresql' in (ce_source['connector'], source_kind), false) or size(ce_unsent) > 0),
            coalesce(size(ce_unsent) > 0, false)
        ) as ce_is_partial,
        case
            when not ce_is_partial then ce_body.after
            when size(ce_own_key) = 0 then transform_values(
                ce_body.after, (name, text) -> if(array_contains(ce_unsent, name), ce_body.before[name], text)
            )
            else map_filter(ce_body.after, (name, text) -> not array_contains(ce_unsent, name))
        end as ce_after,
        case
            when ce_body.op in ('c', 'r') then ce_old_key_row
            when ce_body.op = 'd' and ce_body.before is null then map_filter(ce_key_row, (name, text) -> array_contains(ce_key_columns, name))
            when ce_body.op = 'd' and ce_is_partial then map_filter(
                ce_body.before,
                (name, text) -> map_contains_key(ce_key_row, name) or text is not null and coalesce(array_contains(ce_own_key, name), false)
            )when ce_is_partial and size(ce_own_key) <> 0 then map_filter(ce_body.before, (name, text) -> not array_contains(ce_unsent, name) or text <> ce_body.after[name])
            else ce_body.before
        end as ce_before,
        transform(array(ce_after, ce_before), row -> if(
            not options['decimals'] <=> 'numeric' and exists(map_values(ce_types), type -> startswith(type, 'org.apache.kafka.connect.data.Decimal(')),
            transform_values(row, (name, text) -> if(
                text rlike r'^[A-Za-z0-9+/]*={0,2}\z' and length(text) % 4 = 0 and startswith(ce_types[name], 'org.apache.kafka.connect.data.Decimal('),
                concat('{"scale":', regexp_extract(ce_types[name], '(?s)^[^(]*+[(](.*)[)]', 1), ',"value":"', text, '"}'),
                text
            )),
            row
        )) as ce_rows,
        if(
            ce_key_added is null,
            ce_rows,
            transform(ce_rows, row -> map_concat(map_filter(ce_key_added, (name, text) -> not array_contains(map_keys(row), name)), row))
        ) as ce_images,
        get(transform(
            array(filter(map_keys(ce_types), name -> startswith(ce_types[name], 'org.apache.kafka.connect.data.Decimal(') and exists(array(ce_body.before, ce_body.after), row -> coalesce(row[name] rlike r'^(?:-?[0-9][-+.0-9eE]*|true|false)\z', false)))),
            names -> size(names) > 0 and exists(
                transform(
            array(from_json(value_text, 'data struct<before map<string,variant>,after map<string,variant>,payload struct<before map<string,variant>,after map<string,variant>>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).data),
            sent -> if(sent.payload is null, array(sent.before, sent.after), array(sent.payload.before, sent.payload.after))
        )[0],
                sent -> exists(names, name -> coalesce((schema_of_variant(sent[name]) = 'STRING') = (options['decimals'] <=> 'numeric') and not is_variant_null(sent[name]), false))
            )
        ), 0) as ce_digits
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'debezium_cloudevents' then case
                when ce is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (ce.`specversion` is null) or arrays_overlap(names, split('database,es,gtid,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts,_tidb,dataSourceName,dbType,isHeartbeat,serverId,commitTs,version,columnType,opType,schema,clusterTime,coll,db,extra,op,recordType,value,where,charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xid,xoffset,after,before,csn,current_ts,op_ts,op_type,pos,primary_keys,payload,tokens,before-image,control,metadata,extend,allMetaData,postStruct,prevStruct,key,meta,ts_ms,ddl,tableChanges,message,action,change,updated,resolved,beforeData,headers,magic', ',')) then 'wrong_dialect'
                when ce.datacontenttype <=> 'application/avro' or lower(ce_source['connector']) = 'mongodb' or ce_wraps then 'source_not_covered'
                when ce_operation is null then 'unknown_operation'
                when ce_is_row and startswith(key, X'00') and ce_own_key is null then 'no_key_declared'
                when not options['order'] <=> 'offset' and not options['deletes'] <=> 'tombstone' and ce_sequence is null and not ce_is_load and ce_operation in ('insert', 'update', 'delete', 'truncate', 'ddl', 'snapshot') then 'sequence_missing'
                when ce_is_row and (ce_body.op <> 'd' and ce_body.after is null or ce_body.op = 'd' and ce_body.before is null and ce_key_row is null) then 'row_missing'
                when ce_is_row and ce_body.op in ('u', 'd') and ce_body.before is null and size(ce_own_key) = 0 then 'before_missing'
                when coalesce((size(array_distinct(map_keys(ce.`data`.`before`))) <> size(ce.`data`.`before`)), false) or coalesce((size(array_distinct(map_keys(ce.`data`.`after`))) <> size(ce.`data`.`after`)), false) or coalesce((size(array_distinct(map_keys(ce.`data`.`payload`.`before`))) <> size(ce.`data`.`payload`.`before`)), false) or coalesce((size(array_distinct(map_keys(ce.`data`.`payload`.`after`))) <> size(ce.`data`.`payload`.`after`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`data`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`data`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) or coalesce(exists(array(from_json(value_text, 'struct<`data`:struct<`payload`:string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`data`.`payload`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when ((ce_digits or exists(ce_sides, types -> types is null or to_json(types) <> to_json(ce_types))) or (ce_is_unread
                    or if(
                        if(
                        concat_ws('', left(ce.`iodebeziumop`, 1), left(ce.`iodebeziumconnector`, 1), left(ce.`iodebeziumdb`, 1), left(ce.`iodebeziumschema`, 1), left(ce.`iodebeziumtable`, 1)) rlike r'[-0-9"\[{tf]',
                        concat_ws('\n', ce.`iodebeziumop`, ce.`iodebeziumconnector`, ce.`iodebeziumdb`, ce.`iodebeziumschema`, ce.`iodebeziumtable`) rlike r'(?m)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$',
                        false
                    ),
                        exists(
                            array(from_json(value_text, 'struct<`iodebeziumop`:variant,`iodebeziumconnector`:variant,`iodebeziumdb`:variant,`iodebeziumschema`:variant,`iodebeziumtable`:variant>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> false
                            or exists(
                                array(
                                    struct(ce.`iodebeziumop` as text, sent.`iodebeziumop` as value),
                                    struct(ce.`iodebeziumconnector` as text, sent.`iodebeziumconnector` as value),
                                    struct(ce.`iodebeziumdb` as text, sent.`iodebeziumdb` as value),
                                    struct(ce.`iodebeziumschema` as text, sent.`iodebeziumschema` as value),
                                    struct(ce.`iodebeziumtable` as text, sent.`iodebeziumtable` as value)
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
                -- as in dialects/maxwell.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'debezium_cloudevents' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of debezium_cloudevents has specversion.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('database,es,gtid,isDdl,mysqlType,old,pkNames,sql,sqlType,table,ts:canal and others|_tidb:ticdc_canal|dataSourceName,isHeartbeat,serverId:huawei_migration_canal|dbType:huawei_migration_canal and others|commitTs:ticdc_simple|version:ticdc_simple and others|columnType,opType:drs_json_schema|schema:drs_json_schema and others|clusterTime,coll,db,extra,value,where:drs_mongo|op,recordType:drs_mongo and others|charset,comment,commit,def,position,primary_key,primary_key_columns,query,schema_id,server_id,thread_id,xoffset:maxwell|xid:maxwell and others|after,before,op_type,payload:ogg and others|csn,current_ts,op_ts,pos,primary_keys,tokens:ogg|before-image,control,metadata:aws_dms|extend:oms_dataworks and others|allMetaData,postStruct,prevStruct:oms_default and others|key,meta:oms_shareplex and others|ts_ms,message:debezium and others|ddl,tableChanges:debezium|action,change:pg_logical|updated,resolved:cockroachdb|beforeData,headers,magic:qlik_replicate', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'source_not_covered' then case when ce.datacontenttype <=> 'application/avro' then 'data is Avro: let the converter write it as JSON (data.serializer.type=json).' when ce_wraps then 'Columns are {value, set}: let PGCompatible of YugabyteDB make them plain.' else 'Events of MongoDB are not decoded: let JsonConverter write its topics, and declare them as debezium_mongodb.' end
                    when 'unknown_operation' then if(ce_body.op is null, 'The event has no iodebeziumop: let the converter write what it knows of the change (extension.attributes.enable=true).', concat('The converter documents no iodebeziumop ', ce_body.op, '.'))
                    when 'no_key_declared' then 'The Kafka key begins with the five bytes of a schema registry: write framing=confluent into the options of this feed if values do too, or declare the key in seeds/changefeed_table_keys.csv.'
                    when 'sequence_missing' then concat('source of the connector ', coalesce(ce_source['connector'], 'null'), ' names no known place to order by. Set order=offset.')
                    when 'row_missing' then concat('iodebeziumop is ', ce_body.op, ', and data has no row in ', if(ce_body.op = 'd', 'before', 'after'), ': of a record without before and after (metadata.source=header behind a transform) nothing is decoded. Let the converter get the whole envelope; check the replica identity, or row image, of the source.')
                    when 'before_missing' then 'The table is declared without a key, and the row before is missing: set REPLICA IDENTITY FULL (binlog_row_image=FULL), or declare a key in seeds/changefeed_table_keys.csv.'
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then if(ce_digits or exists(ce_sides, types -> types is null or to_json(types) <> to_json(ce_types)), if(ce_digits, 'Decimals are numbers without the option decimals=numeric, or texts with it.', 'The schema names a column twice or by no text, a decimal without its scale, or other columns before than after.'), 'A member holds another kind of JSON value than debezium_cloudevents sends: a text (iodebeziumop, iodebeziumconnector, iodebeziumdb, iodebeziumschema, iodebeziumtable), an object (data, data.before, data.after, data.payload, data.payload.before, data.payload.after), what it is documented to hold (data.schema).')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, ce_operation, null) as string)
        ) as operation,
        cast(ce_source['db'] as string) as source_database,
        cast(ce_source['schema'] as string) as source_schema,
        cast(ce_table as string) as source_table,
        cast(null as string) as statement_kind,
        cast(if(reason is null, coalesce(if(try_cast(ce_source['ts_us'] as bigint) between -62135596800000000 and 253402300799999999, timestamp_micros(try_cast(ce_source['ts_us'] as bigint)), null), if(nullif(try_cast(ce_source['ts_ms'] as bigint), 0) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(ce_source['ts_ms'] as bigint), 0)), null)), null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, ce_is_partial, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(ce.iodebeziumtxid, ce_source['gtid'], get_json_object(value_text, '$.iodebeziumtxId')), null) as string) as transaction_id,
        cast(if(reason is null, nullif(ce_source['server_id'], '0'), null) as string) as source_server,
        cast(if(reason is null, ce_key_columns, null) as array<string>) as key_columns,
        cast(if(reason is null, if(options['order'] <=> 'offset', null, if(
            exists(headers, header -> header.key = '__debezium.newkey'),
            concat(
                slice(ce_sequence, 1, size(ce_sequence) - 1),
                array(element_at(ce_sequence, -1) - 1, 1)
            ),
            ce_sequence
        )), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(ce_key_left_out as string) as key_left_out,
        cast(if(reason is null, to_json(ce_types), null) as string) as column_types,
        cast(if(reason is null, if(ce_body.op = 'd', array(), slice(ce_images, 1, 1)), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(ce_before is null, array(), slice(ce_images, 2, 1)), null) as array<map<string,string>>) as before_rows,
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
