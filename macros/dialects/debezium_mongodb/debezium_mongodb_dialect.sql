{#-
Debezium's MongoDB connector. A row is a document: its members at the top are the columns, as in drs_mongo. Terms: body
(the envelope, bare or in payload), key_id (`id` of the Kafka key, Extended JSON), jsons (the documents after and
before, what an update sets, and the key as a document), documents (their members: marked_members()), set, unset and cut
(what an update sets and takes away, and the arrays that it shortens, where no document after it is there), is_whole,
rows (of these documents).
-#}
{%- macro debezium_mongodb_dialect() -%}
{%- set body = {
    'before': 'string', 'after': 'string', 'updateDescription': {'updatedFields': 'string', 'removedFields': 'array<string>', 'truncatedArrays': 'string'},
    'source': 'map<string,string>', 'op': 'string', 'ts_ms': 'string', 'transaction': {'id': 'string'}, 'status': 'string', 'id': 'string',
} -%}
{%- set fields = [] -%}
{%- for name in body -%}
    {%- do fields.append("'" ~ name ~ "', dbm.`" ~ name ~ '`') -%}
{%- endfor -%}
{%- set terms -%}
-- body
if(dbm.payload is null, named_struct({{ fields | join(', ') }}), dbm.payload)
-- snapshot
coalesce(dbm_body.source['snapshot'], 'false')
-- is_load
dbm_snapshot not in ('false', 'incremental')
-- operation
case
    when dbm_body.op is not null then if(
        dbm_body.op = 'c' and dbm_is_load,
        'snapshot',
        {{ changefeed.lookup('dbm_body.op', {'c': 'insert', 'r': 'snapshot', 'u': 'update', 'd': 'delete'}) }}
    )
    when dbm_body.status is not null then {{ changefeed.lookup('dbm_body.status', {'BEGIN': 'begin', 'END': 'commit'}) }}
    when dbm_body.ts_ms is not null and dbm_body.source is null
        and (dbm.payload is not null or size(array_except(names, array('ts_ms', 'ts_us', 'ts_ns'))) = 0) then 'heartbeat'
    when dbm.payload is null and array_except(names, array('schema')) = array('payload') then 'other'
end
-- is_row
coalesce(dbm_operation in ('insert', 'update', 'delete', 'snapshot'), false)
-- key_id
if(dbm_is_row, ({{ changefeed.debezium_key_row('cast(key as string)') }})['id'], null)
-- is_whole
coalesce(dbm_body.op <> 'u' or dbm_body.after is not null, true)
-- jsons
if(
    dbm_is_row,
    transform(
        array(dbm_body.after, dbm_body.before, if(dbm_is_whole, null, dbm_body.updateDescription.updatedFields), concat('{"_id":', dbm_key_id, '}')),
        json -> {{ changefeed.named_doubles('json') | indent(8) }}
    ),
    null
)
-- documents
transform(dbm_jsons, json -> {{ changefeed.marked_members('json') }})
-- set
coalesce(dbm_documents[2], cast(map() as map<string,string>))
-- unset
if(dbm_is_whole, array(), coalesce(dbm_body.updateDescription.removedFields, array()))
-- cut
if(dbm_is_whole, array(), transform(coalesce(from_json(dbm_body.updateDescription.truncatedArrays, 'array<struct<field:string,size:int,newSize:int>>', {{ changefeed.json_options() }}), if(dbm_body.updateDescription.truncatedArrays is null, array(), array(null))), each -> struct(each.field, coalesce(each.size, each.newSize) as size)))
-- rows
transform(
    array(dbm_documents[0], dbm_documents[1], dbm_set, dbm_documents[3]),
    members -> transform_values(members, (name, value) -> if(contains(name, '.'), {{ changefeed.as_json_text('value') }}, {{ changefeed.extended_json_text('value') }}))
)
-- has_non_string
{{ changefeed.debezium_mongodb_has_non_string() }}
-- log_position
array(dbm_body.source['ts_ms'], dbm_body.source['ord'])
{%- endset -%}
{%- set changes -%}
-- operation
dbm_operation
-- source_database
dbm_body.source['db']
-- source_table
dbm_body.source['collection']
-- key_columns
array('_id')
-- after_rows
case
    when dbm_operation in ('insert', 'snapshot') or dbm_is_whole and dbm_operation = 'update' then array(dbm_rows[0])
    when dbm_operation = 'update' then array(map_concat(
        map_filter(coalesce(dbm_rows[3], cast(map() as map<string,string>)), (name, text) -> not array_contains(map_keys(dbm_set), name)),
        transform_keys(dbm_rows[2], (name, text) -> replace(name, '.', '\u0000')),
        map_from_arrays(transform(dbm_unset, name -> replace(name, '.', '\u0000')), array_repeat(cast(null as string), size(dbm_unset))),
        map_from_entries(transform(dbm_cut, each -> struct(concat(replace(each.field, '.', '\u0000'), '\u0000\uFDD0'), cast(each.size as string))))
    ))
    else array()
end
-- before_rows
case
    when dbm_operation in ('update', 'delete') and dbm_rows[1] is not null then array(dbm_rows[1])
    when dbm_operation in ('update', 'delete') and dbm_rows[3] is not null then array(dbm_rows[3])
    else array()
end
-- is_before_changed_only
false
-- is_partial
dbm_operation = 'delete' and dbm_rows[1] is null or not dbm_is_whole
-- source_at
{{ changefeed.millis_to_timestamp("try_cast(dbm_body.source['ts_ms'] as bigint)") }}
-- processed_at
{{ changefeed.millis_to_timestamp('try_cast(dbm_body.ts_ms as bigint)') }}
-- source_sequence
if(not dbm_is_row or dbm_is_load, null, transform(array_append(dbm_log_position, cast(offset as string)), number -> cast(number as decimal(38,0))))
-- transaction_id
coalesce(dbm_body.transaction.id, if(dbm_body.status is null, null, dbm_body.id))
{%- endset -%}
    {{- return({
        'name': 'debezium_mongodb',
        'version': 2,
        'source_kinds': ['mongodb'],
        'has_paths': true,
        'envelope': {'name': 'dbm', 'format': 'json_object', 'fractions': false, 'members': dict(body, payload=body)},
        'members': ['before', 'after', 'source', 'op', 'ts_ms', 'schema', 'payload', 'id'],
        'takes_along': ['debezium'],
        'signature': {'has': [['payload', 'op', 'ts_ms', 'status']], 'says': [changefeed.debezium_member('source.connector') ~ " = 'mongodb'"]},
        'terms': changefeed.parts(terms),
        'faults': changefeed.debezium_mongodb_faults(),
        'changes': changefeed.parts(changes),
        'types': changefeed.drs_mongo_types(),
    }) -}}
{%- endmacro -%}
