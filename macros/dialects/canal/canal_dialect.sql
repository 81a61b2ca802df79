{%- macro canal_dialect() -%}
{%- set operation -%}
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
{%- endset -%}
    {{- return(changefeed.extend(changefeed.canal_family('Canal'), {
        'name': 'canal',
        'version': 4,
        'source_kinds': ['mysql', 'mariadb'],
        'options': {
            'absent_means': {
                'values': ['as_null', 'unchanged'],
                'default': 'as_null',
                'meaning': 'what a column means that the row after an UPDATE lacks: unchanged where binlog_row_image is not FULL',
            },
        },
        'members': [
            'data', 'database', 'es', 'gtid', 'id', 'isDdl', 'mysqlType', 'old', 'pkNames', 'sql', 'sqlType', 'table', 'ts', 'type',
        ],
        'signature': {'has': ['type', 'isDdl'], 'usually_has': ['id', 'es']},
        'terms': {
            'operation': operation,
            'is_row': "not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE')",
        },
        'faults': {
            'statement_without_rows': {
                'when': "canal_is_row and canal.data is null and canal.sql <> ''",
                'detail': "concat('The ', canal.type, ' came as a statement without its rows: the source logs statements."
                    ~ " Set binlog_format=ROW. Statement: ', left(canal.sql, 200))",
            },
        },
        'changes': {
            'source_database': "regexp_replace(canal.database, r'(?s)^`(.*)`\\z', '$1')",
            'is_partial': "canal.type in ('UPDATE', 'DELETE') and options['absent_means'] <=> 'unchanged'",
            'statement_kind': "if(canal.isDdl or canal.type = 'QUERY', lower(canal.type), null)",
        },
        'types': changefeed.canal_types(),
    })) -}}
{%- endmacro -%}
