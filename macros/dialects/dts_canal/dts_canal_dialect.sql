{%- macro dts_canal_dialect() -%}
    {{- return({
        'name': 'dts_canal',
        'version': 3,
        'options': {
            'variant': {
                'values': ['standard', 'swapped'],
                'meaning': 'swapped where the instance was neither created nor restarted since 2022-03-20: the row after an UPDATE is in old',
            },
            'absent_means': {
                'values': ['unchanged', 'as_null'],
                'default': 'unchanged',
                'meaning': 'what a column means that the row after an UPDATE lacks: as_null where rows are always whole',
            },
        },
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
