{%- macro dts_canal_dialect() -%}
    {{- return({
        'name': 'dts_canal',
        'version': 3,
        'variants': ['standard', 'swapped'],
        'needs_variant': true,
        'source_kinds': ['mysql', 'mariadb'],
        'format': 'json_object',
        'envelope': 'dts_canal',
        'signature': {'has': ['type', 'isDdl', 'id'], 'usually_has': ['es']},
        'members': {
            'database': 'string', 'table': 'string', 'type': 'string', 'isDdl': 'boolean', 'es': 'string', 'ts': 'string', 'id': 'string',
            'sql': 'string', 'gtid': 'string', 'pkNames': 'array<string>', 'mysqlType': 'string',
            'data': 'array<map<string,string>>', 'old': 'array<map<string,string>>',
        },
        'other_members': ['sqlType'],
        'texts': ['database', 'table', 'type', 'sql', 'gtid', 'pkNames'],
        'changes': changefeed.dts_canal_changes(),
        'value': changefeed.dts_canal_value,
    }) -}}
{%- endmacro -%}
