{%- macro canal_dialect() -%}
    {{- return({
        'name': 'canal',
        'version': 3,
        'options': {
            'absent_means': {
                'values': ['as_null', 'unchanged'],
                'default': 'as_null',
                'meaning': 'what a column means that the row after an UPDATE lacks: unchanged where binlog_row_image is not FULL',
            },
        },
        'source_kinds': ['mysql', 'mariadb'],
        'format': 'json_object',
        'envelope': 'canal',
        'signature': {'has': ['type', 'isDdl'], 'usually_has': ['id', 'es']},
        'members': {
            'database': 'string', 'table': 'string', 'type': 'string', 'isDdl': 'boolean', 'es': 'string', 'ts': 'string', 'id': 'string',
            'sql': 'string', 'gtid': 'string', 'pkNames': 'array<string>', 'mysqlType': 'string',
            'data': 'array<map<string,string>>', 'old': 'array<map<string,string>>',
        },
        'other_members': ['sqlType'],
        'texts': ['database', 'table', 'type', 'sql', 'gtid', 'pkNames'],
        'changes': changefeed.canal_changes(),
        'value': changefeed.canal_value,
    }) -}}
{%- endmacro -%}
