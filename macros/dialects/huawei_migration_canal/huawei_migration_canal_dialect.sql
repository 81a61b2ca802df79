{#-
The Canal JSON of Huawei Cloud DataArts Migration: Canal's form, with the source named in members of its own, and rows of its heartbeat table marked (isHeartbeat).
-#}
{%- macro huawei_migration_canal_dialect() -%}
{%- set operation -%}
case
    when canal.isHeartbeat then 'heartbeat'
    when canal.isDdl then {{ changefeed.lookup('canal.type', changefeed.canal_statement_operations()) }}
    else {{ changefeed.lookup('canal.type', {'INSERT': 'insert', 'UPDATE': 'update', 'DELETE': 'delete'}) }}
end
{%- endset -%}
    {{- return(changefeed.extend(changefeed.canal_family('DataArts Migration'), {
        'name': 'huawei_migration_canal',
        'version': 1,
        'source_kinds': ['mysql'],
        'members': [
            'data', 'dataSourceName', 'database', 'dbType', 'es', 'id', 'isDdl', 'isHeartbeat', 'mysqlType', 'old', 'pkNames', 'serverId', 'sql', 'sqlType', 'table', 'ts', 'type',
        ],
        'signature': {'has': ['type', 'isDdl'], 'usually_has': [['dataSourceName', 'serverId', 'isHeartbeat']]},
        'terms': {
            'operation': operation,
            'is_row': "not canal.isDdl and not coalesce(canal.isHeartbeat, false) and canal.type in ('INSERT', 'UPDATE', 'DELETE')",
        },
        'changes': {'is_partial': 'false', 'transaction_id': 'null'},
        'types': {
            'mysql': {
                'family': 'mysql',
                'readers': {'bits': none, 'enum': 'mysql_enum_text', 'set': 'mysql_set_text', 'instant': none},
                'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none},
            },
            '': {'like': 'mysql'},
        },
    })) -}}
{%- endmacro -%}
