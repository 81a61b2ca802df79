{%- macro drs_json_c_dialect() -%}
    {{- return({
        'name': 'drs_json_c',
        'version': 3,
        'source_kinds': ['mysql', 'gaussdb_mysql'],
        'format': 'json_object',
        'envelope': 'drs',
        'signature': {'has': ['type', 'isDdl'], 'usually_has': ['id', 'mysqlType']},
        'members': changefeed.drs_json_members(),
        'other_members': ['sqlType'],
        'texts': ['database', 'table', 'type', 'sql', 'pkNames'],
        'changes': changefeed.drs_json_c_changes(),
        'value': changefeed.drs_json_c_value,
    }) -}}
{%- endmacro -%}
