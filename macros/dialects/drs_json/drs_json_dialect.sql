{%- macro drs_json_dialect() -%}
    {{- return({
        'name': 'drs_json',
        'version': 3,
        'source_kinds': ['mysql', 'gaussdb_mysql', 'oracle'],
        'format': 'json_object',
        'envelope': 'drs',
        'signature': {'has': ['type', 'isDdl'], 'usually_has': ['id', 'mysqlType']},
        'members': changefeed.drs_json_members(),
        'other_members': ['sqlType'],
        'texts': ['database', 'table', 'type', 'sql', 'pkNames'],
        'changes': changefeed.drs_json_changes(),
        'value': changefeed.drs_json_value,
    }) -}}
{%- endmacro -%}
