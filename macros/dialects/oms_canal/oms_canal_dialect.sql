{%- macro oms_canal_dialect() -%}
    {{- return({
        'name': 'oms_canal',
        'version': 3,
        'options': {
            'absent_means': {
                'values': ['as_null', 'unchanged'],
                'default': 'as_null',
                'meaning': 'what a column means that the row after an UPDATE lacks: unchanged where the source logs partial rows',
            },
            'lob_mode': {
                'values': ['null_when_unchanged', 'complete'],
                'default': 'null_when_unchanged',
                'meaning': 'what NULL of a large value (TEXT, BLOB, JSON, …) means after an UPDATE: perhaps a value that did not change, or NULL',
            },
        },
        'source_kinds': ['oceanbase_mysql', 'oceanbase_oracle'],
        'format': 'json_object',
        'envelope': 'oms_canal',
        'signature': {'has': ['type', 'isDdl'], 'usually_has': ['es']},
        'members': {
            'database': 'string', 'table': 'string', 'type': 'string', 'isDdl': 'boolean', 'es': 'string', 'ts': 'string',
            'sql': 'string', 'pkNames': 'array<string>', 'mysqlType': 'map<string,string>',
            'data': 'array<map<string,string>>', 'old': 'array<map<string,string>>',
        },
        'other_members': ['sqlType'],
        'texts': ['database', 'table', 'type', 'sql', 'pkNames', 'mysqlType'],
        'changes': changefeed.oms_canal_changes(),
        'ambiguous_nulls': changefeed.oms_canal_ambiguous_nulls(),
        'value': changefeed.oms_canal_value,
    }) -}}
{%- endmacro -%}
