{#- What both DRS dialects read of a message. -#}
{%- macro drs_json_members() -%}
    {{- return({
        'id': 'string', 'database': 'string', 'table': 'string', 'type': 'string', 'isDdl': 'boolean', 'es': 'string', 'ts': 'string',
        'sql': 'string', 'pkNames': 'array<string>', 'mysqlType': 'string',
        'data': 'array<map<string,string>>', 'old': 'array<map<string,string>>',
    }) -}}
{%- endmacro -%}
