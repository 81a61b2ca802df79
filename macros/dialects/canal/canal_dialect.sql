{#- Canal's own messages, and those of services that write them unchanged. -#}
{%- macro canal_dialect() -%}
{%- set base = changefeed.canal_family('Canal', leaves_out_old=true) -%}
{%- set terms -%}
-- operation
if(
    canal.isDdl,
    {{ changefeed.lookup('canal.type', changefeed.canal_statement_operations()) }},
    {{ changefeed.lookup('canal.type', {
        'INSERT': 'insert',
        'UPDATE': 'update',
        'DELETE': 'delete',
        'QUERY': 'other',
        'GTID': 'other',
        'XACOMMIT': 'commit',
        'XAROLLBACK': 'rollback',
        'MHEARTBEAT': 'heartbeat',
    }) }}
)
-- is_row
not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE')
-- rows: taken
{%- endset -%}
{%- set faults -%}
-- statement_without_rows
canal_is_row and canal.data is null and canal.sql <> ''
-- statement_without_rows, in words
concat('The ', canal.type, ' came as a statement without its rows: the source logs statements. Set binlog_format=ROW. Statement: ', left(canal.sql, 200))
-- unknown_operation, data_not_rows, old_not_rows: taken
{%- endset -%}
{%- set changes -%}
-- operation: taken
-- source_database
regexp_replace(canal.database, r'(?s)^`(.*)`\z', '$1')
-- source_table, key_columns, after_rows, before_rows, is_before_changed_only: taken
-- is_partial
canal.type in ('UPDATE', 'DELETE') and options['absent_means'] <=> 'unchanged'
-- column_types, source_at, processed_at, transaction_id, statement: taken
-- statement_kind
if(canal.isDdl or canal.type = 'QUERY', lower(canal.type), null)
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'canal',
        'version': 5,
        'source_kinds': ['mysql', 'mariadb'],
        'envelope': base.envelope,
        'options': {
            'absent_means': {
                'values': ['as_null', 'unchanged'],
                'default': 'as_null',
                'meaning': 'what a column means that the row after an UPDATE lacks: unchanged if binlog_row_image is not FULL',
            },
        },
        'members': [
            'data', 'database', 'es', 'gtid', 'id', 'isDdl', 'mysqlType', 'old', 'pkNames', 'sql', 'sqlType', 'table', 'ts', 'type',
        ],
        'signature': {'has': ['type', 'isDdl'], 'usually_has': ['id', 'es']},
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': changefeed.parts(changes, base.changes),
        'types': changefeed.canal_types(),
    })) -}}
{%- endmacro -%}
