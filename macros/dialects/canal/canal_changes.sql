{#- What a Canal FlatMessage says: a row change for each element of `data`, or one event. -#}
{%- macro canal_changes() -%}
{%- set operations = {
    'INSERT': 'insert',
    'UPDATE': 'update',
    'DELETE': 'delete',
    'QUERY': 'other',
    'GTID': 'other',
    'XACOMMIT': 'commit',
    'XAROLLBACK': 'rollback',
    'MHEARTBEAT': 'heartbeat',
} -%}
{%- set statement_operations = changefeed.canal_statement_operations() -%}
{%- set operation -%}
    if(canal.isDdl, {{ changefeed.lookup('canal.type', statement_operations) }}, {{ changefeed.lookup('canal.type', operations) }})
{%- endset -%}
{%- set is_row = "not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE')" -%}

    {{- return({
        'faults': [
            {
                'reason': 'unknown_operation',
                'when': operation ~ ' is null',
                'detail': "concat('Canal defines no type ', canal.type, ' with isDdl ', canal.isDdl, '.')",
            },
            {
                'reason': 'statement_without_rows',
                'when': is_row ~ " and canal.data is null and canal.sql <> ''",
                'detail': "concat('The ', canal.type, ' came as a statement without its rows: the source logs statements."
                    ~ " Set binlog_format=ROW. Statement: ', left(canal.sql, 200))",
            },
            {
                'reason': 'data_not_rows',
                'when': is_row ~ ' and (canal.data is null or exists(canal.data, r -> r is null))',
                'detail': "concat('A canal ', canal.type, ' carries its rows in data, an array of objects;"
                    ~ " here data is absent, null or holds something else.')",
            },
            {
                'reason': 'old_not_rows',
                'when': "canal.type = 'UPDATE' and size(canal.data) > 0 and (canal.old is null or size(canal.old) <> size(canal.data)"
                    ~ ' or exists(canal.old, r -> r is null))',
                'detail': "'A canal UPDATE carries in old one object for each row of data;"
                    ~ " here old is absent, shorter, longer or holds something else.'",
            },
        ],
        'operation': 'if(' ~ is_row ~ " and size(canal.data) = 0, 'other', " ~ operation ~ ')',
        'source_database': "regexp_replace(canal.database, '^`(.*)`$', '$1')",
        'source_table': 'canal.table',
        'key_columns': 'if(size(canal.pkNames) > 0, canal.pkNames, null)',
        'after_rows': "if(canal.type = 'DELETE', array(), canal.data)",
        'before_rows': "case canal.type when 'UPDATE' then canal.old when 'DELETE' then canal.data else array() end",
        'is_before_changed_only': "canal.type = 'UPDATE'",
        'is_partial': "canal.type in ('UPDATE', 'DELETE') and coalesce(options['absent_means'] = 'unchanged', false)",
        'column_types': 'canal.mysqlType',
        'source_at': changefeed.millis_to_timestamp('try_cast(canal.es as bigint)'),
        'processed_at': changefeed.millis_to_timestamp('try_cast(canal.ts as bigint)'),
        'transaction_id': "nullif(canal.gtid, '')",
        'statement': "nullif(canal.sql, '')",
        'statement_kind': "if(canal.isDdl or canal.type = 'QUERY', lower(canal.type), null)",
    }) -}}
{%- endmacro -%}
