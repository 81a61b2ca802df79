{#-
The Canal JSON of Huawei Cloud DataArts Migration. It has Canal's form. Members of its own name the source, and mark
rows of its heartbeat table (isHeartbeat). Terms: operation, is_row, rows.
-#}
{%- macro huawei_migration_canal_dialect() -%}
{%- set base = changefeed.canal_family('DataArts Migration') -%}
{%- set terms -%}
-- operation
case
    when canal.isHeartbeat then 'heartbeat'
    when canal.isDdl then {{ changefeed.lookup('canal.type', changefeed.canal_statement_operations()) }}
    else {{ changefeed.lookup('canal.type', {'INSERT': 'insert', 'UPDATE': 'update', 'DELETE': 'delete'}) }}
end
-- is_row
not canal.isDdl and not coalesce(canal.isHeartbeat, false) and canal.type in ('INSERT', 'UPDATE', 'DELETE')
-- rows: taken
{%- endset -%}
{%- set changes -%}
-- operation, source_database, source_table, key_columns, after_rows, before_rows, is_before_changed_only: taken
-- is_partial
false
-- column_types, source_at, processed_at: taken
-- transaction_id: none
-- statement, statement_kind: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'huawei_migration_canal',
        'version': 1,
        'source_kinds': ['mysql'],
        'envelope': base.envelope,
        'members': [
            'data', 'dataSourceName', 'database', 'dbType', 'es', 'id', 'isDdl', 'isHeartbeat', 'mysqlType', 'old', 'pkNames', 'serverId', 'sql', 'sqlType', 'table', 'ts', 'type',
        ],
        'signature': {'has': ['type', 'isDdl'], 'usually_has': [['dataSourceName', 'serverId', 'isHeartbeat']]},
        'terms': changefeed.parts(terms, base.terms),
        'faults': base.faults,
        'changes': changefeed.parts(changes, base.changes),
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
