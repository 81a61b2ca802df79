{%- macro oms_canal_dialect() -%}
    {{- return({
        'name': 'oms_canal',
        'version': 3,
        'variants': [],
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
        'texts': ['database', 'table', 'type', 'sql', 'pkNames'],
        'changes': changefeed.oms_canal_changes(),
        'ambiguous_nulls': changefeed.oms_canal_ambiguous_nulls(),
        'value': changefeed.oms_canal_value,
    }) -}}
{%- endmacro -%}
