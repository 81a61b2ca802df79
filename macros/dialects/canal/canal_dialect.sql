{%- macro canal_dialect() -%}
    {{- return({
        'name': 'canal',
        'version': 2,
        'variants': [],
        'source_kinds': ['mysql', 'mariadb'],
        'looks_like': "array_contains(names, 'isDdl') and array_contains(names, 'type') and array_contains(names, 'es')"
            ~ " and array_contains(names, 'id') and not array_contains(names, '_tidb') and not array_contains(names, 'isHeartbeat')",
        'look_alikes': ['DRS JSON and JSON-C', 'dts_canal'],
        'envelope': 'canal',
        'fields': '`database`:string,`table`:string,`type`:string,`isDdl`:boolean,`es`:string,`ts`:string,'
            ~ '`sql`:string,`gtid`:string,`pkNames`:array<string>,`mysqlType`:string,'
            ~ '`data`:array<map<string,string>>,`old`:array<map<string,string>>,'
            ~ '`_tidb`:string,`isHeartbeat`:string,`dataSourceName`:string',
        'changes': changefeed.canal_changes(),
        'value': changefeed.canal_value,
    }) -}}
{%- endmacro -%}
