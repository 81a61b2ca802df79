{#-
DRS from DDS, MongoDB (DRS 000, table 3). The top-level members of a document are the columns of its row. Terms: jsons
(value and where as Extended JSON), documents (their members: marked_members()), set and unset (what an update sets and
takes away: such members, and names), is_update (whether value says what is set and unset), rows (of value, of where, of
set).
-#}
{%- macro drs_mongo_dialect() -%}
{%- set terms -%}
-- operation
case
    when dds.op = 'INSERT' and dds.recordType = 'insert' then 'insert'
    when dds.op = 'UPDATE' and dds.recordType in ('update', 'replace') then 'update'
    when dds.op = 'DELETE' and dds.recordType = 'doc' then 'delete'
    when dds.op = 'INIT' then 'snapshot'
    when dds.op = 'DDL' then 'ddl'
end
-- is_row
dds_operation in ('insert', 'update', 'delete', 'snapshot')
-- is_update
coalesce(dds_operation = 'update' and dds.recordType = 'update', false)
-- jsons
if(dds_is_row, transform(array(dds.value, dds.`where`), text -> {{ changefeed.shell_as_json('text') }}), null)
-- documents
transform(dds_jsons, json -> {{ changefeed.marked_members('json') }})
-- set
coalesce(if(dds_is_update, {{ changefeed.members_within("dds_documents[0]['$set']") }}, null), cast(map() as map<string,string>))
-- unset
coalesce(transform(map_keys(if(dds_is_update, {{ changefeed.json_object_of("dds_documents[0]['$unset']") }}, null)), name -> {{ changefeed.unmarked_text('name') }}), cast(array() as array<string>))
-- rows
transform(
    array(dds_documents[0], map_filter(dds_documents[1], (name, json) -> not contains(name, '.')), dds_set),
    members -> transform_values(members, (name, value) -> if(contains(name, '.'), {{ changefeed.as_json_text('value') }}, {{ changefeed.drs_mongo_text('value') }}))
)
{%- endset -%}
{%- set changes -%}
-- operation
dds_operation
-- source_database
dds.db
-- source_table
dds.coll
-- key_columns
array('_id')
-- after_rows
case
    when dds_operation in ('insert', 'snapshot') or dds.recordType = 'replace' then array(dds_rows[0])
    when dds_operation = 'update' then array(map_concat(
        map_filter(coalesce(dds_rows[1], cast(map() as map<string,string>)), (name, text) -> not array_contains(map_keys(dds_set), name) and not array_contains(dds_unset, name)),
        transform_keys(dds_rows[2], (name, text) -> replace(name, '.', '\u0000')),
        map_from_arrays(transform(dds_unset, name -> replace(name, '.', '\u0000')), array_repeat(cast(null as string), size(dds_unset)))
    ))
    else array()
end
-- before_rows
case dds_operation
    when 'delete' then array(dds_rows[0])
    when 'update' then if(dds_rows[1] is null, array(), array(dds_rows[1]))
    else array()
end
-- is_before_changed_only
false
-- is_partial
dds_operation = 'delete' or dds_is_update
-- source_at
{{ changefeed.millis_to_timestamp('try_cast(dds.es as bigint)') }}
-- processed_at
{{ changefeed.millis_to_timestamp('try_cast(dds.ts as bigint)') }}
-- source_sequence
if(dds.op = 'INIT' or not {{ changefeed.drs_mongo_has_sequence() }}, null, transform(concat(split(dds.clusterTime, ':'), array(dds.id)), number -> cast(number as decimal(38,0))))
-- statement
if(dds.op = 'DDL', dds.value, null)
-- statement_kind
if(dds.op = 'DDL', lower(coalesce(dds.recordType, dds.op)), null)
{%- endset -%}
    {{- return({
        'name': 'drs_mongo',
        'version': 3,
        'source_kinds': ['mongodb'],
        'has_paths': true,
        'envelope': {
            'name': 'dds',
            'format': 'json_object',
            'fractions': false,
            'members': {
                'op': 'text', 'dbType': 'text', 'db': 'text', 'coll': 'text', 'value': 'string', 'where': 'string', 'recordType': 'text',
                'id': 'string', 'es': 'string', 'ts': 'string', 'clusterTime': 'text',
            },
        },
        'members': ['clusterTime', 'coll', 'db', 'dbType', 'es', 'extra', 'id', 'op', 'recordType', 'ts', 'value', 'where'],
        'signature': {'has': ['op', ['db', 'coll']], 'usually_has': ['recordType', 'clusterTime']},
        'terms': changefeed.parts(terms),
        'faults': changefeed.drs_mongo_faults(),
        'changes': changefeed.parts(changes),
        'types': changefeed.drs_mongo_types(),
    }) -}}
{%- endmacro -%}
