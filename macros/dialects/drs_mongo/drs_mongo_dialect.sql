{#-
DRS from DDS, MongoDB (DRS 000, table 3). The top-level members of a document are the columns of its row. Terms: kind (what was recorded), json and
where_json (value and where as Extended JSON), members and conditions (their members, as JSON texts), set and unset (what an update sets and takes away: name → JSON text, and names).
-#}
{%- macro drs_mongo_dialect() -%}
{%- set operation -%}
case
    when dds.op = 'INSERT' and dds_kind = 'insert' then 'insert'
    when dds.op = 'UPDATE' and dds_kind in ('update', 'replace') then 'update'
    when dds.op = 'DELETE' and dds_kind = 'doc' then 'delete'
    when dds.op = 'INIT' then 'snapshot'
    when dds.op = 'DDL' then 'ddl'
end
{%- endset -%}
{%- set set_columns -%}
transform_values(
    transform_keys(dds_set, (name, json) -> replace(name, '.', '\u0000')),
    (name, json) -> if(contains(name, '\u0000'), json, {{ changefeed.drs_mongo_text('json') }})
)
{%- endset -%}
{%- set after_rows -%}
case
    when dds_operation in ('insert', 'snapshot') or dds_kind = 'replace' then array({{ changefeed._drs_mongo_image('dds_members') }})
    when dds_operation = 'update' then array(map_concat(
        map_filter(
            {{ changefeed._drs_mongo_image('dds_conditions') }},
            (name, text) -> not array_contains(map_keys(dds_set), name) and not array_contains(dds_unset, name)
        ),
        {{ set_columns }},
        map_from_arrays(transform(dds_unset, name -> replace(name, '.', '\u0000')), array_repeat(cast(null as string), size(dds_unset)))
    ))
    else array()
end
{%- endset -%}
{%- set before_rows -%}
case dds_operation
    when 'delete' then array({{ changefeed._drs_mongo_image('dds_members') }})
    when 'update' then if(dds_conditions is null, array(), array({{ changefeed._drs_mongo_image('dds_conditions') }}))
    else array()
end
{%- endset -%}
    {{- return({
        'name': 'drs_mongo',
        'version': 1,
        'source_kinds': ['mongodb'],
        'has_paths': true,
        'envelope': {
            'name': 'dds',
            'format': 'json_object',
            'members': {
                'op': 'text', 'dbType': 'text', 'db': 'text', 'coll': 'text', 'value': 'text', 'where': 'text', 'recordType': 'text',
                'id': 'string', 'es': 'string', 'ts': 'string', 'clusterTime': 'text',
            },
        },
        'members': ['clusterTime', 'coll', 'db', 'dbType', 'es', 'extra', 'id', 'op', 'recordType', 'ts', 'value', 'where'],
        'signature': {'has': ['op', ['db', 'coll']], 'usually_has': ['recordType', 'clusterTime']},
        'terms': {
            'kind': 'dds.recordType',
            'operation': operation,
            'is_row': "dds_operation in ('insert', 'update', 'delete', 'snapshot')",
            'json': 'if(dds_is_row, ' ~ changefeed.shell_as_json('dds.value') ~ ', null)',
            'where_json': 'if(dds_is_row, ' ~ changefeed.shell_as_json('dds.`where`') ~ ', null)',
            'members': changefeed.json_members('dds_json'),
            'conditions': 'map_filter(' ~ changefeed.json_members('dds_where_json') ~ ", (name, json) -> not contains(name, '.'))",
            'set': "coalesce(" ~ changefeed.json_members("dds_members['$set']") ~ ', cast(map() as map<string,string>))',
            'unset': "coalesce(map_keys(" ~ changefeed.json_members("dds_members['$unset']") ~ '), cast(array() as array<string>))',
        },
        'faults': changefeed.drs_mongo_faults(),
        'changes': {
            'operation': 'dds_operation',
            'source_database': 'dds.db',
            'source_table': 'dds.coll',
            'key_columns': "array('_id')",
            'after_rows': after_rows,
            'before_rows': before_rows,
            'is_before_changed_only': 'false',
            'is_partial': "dds_operation = 'delete' or dds_kind <=> 'update'",
            'source_at': changefeed.millis_to_timestamp('try_cast(dds.es as bigint)'),
            'processed_at': changefeed.millis_to_timestamp('try_cast(dds.ts as bigint)'),
            'source_sequence': "if(dds.op = 'INIT' or not " ~ changefeed._drs_mongo_has_sequence() ~ ', null,'
                ~ " transform(concat(split(dds.clusterTime, ':'), array(dds.id)), number -> cast(number as decimal(38,0))))",
            'statement': "if(dds.op = 'DDL', dds.value, null)",
            'statement_kind': "if(dds.op = 'DDL', lower(coalesce(dds.recordType, dds.op)), null)",
        },
        'value': changefeed.drs_mongo_value,
    }) -}}
{%- endmacro -%}


{#- The row of a document's members. -#}
{%- macro _drs_mongo_image(members) -%}
transform_values({{ members }}, (name, json) -> {{ changefeed.drs_mongo_text('json') }})
{%- endmacro -%}


{%- macro _drs_mongo_has_sequence() -%}
coalesce(dds.clusterTime rlike '^[0-9]{1,18}:[0-9]{1,18}$' and dds.id rlike '^[0-9]{1,38}$', false)
{%- endmacro -%}
