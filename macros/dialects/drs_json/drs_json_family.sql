{#-
What DRS's two forms of JSON share. They differ in which member has the row of a DELETE: deleted_rows; in the other form
it is other_rows. Terms: operation, is_row, rows.
-#}
{%- macro drs_json_family(form, deleted_rows, other_form, other_rows) -%}
{%- set base = changefeed.canal_family('DRS') -%}
{%- set operation -%}
case
    when canal.type = 'INIT_DDL' or (canal.type = 'DDL' and canal.isDdl) then if({{ changefeed.is_truncate('canal.sql') }}, 'truncate', 'ddl')
    when not canal.isDdl then {{ changefeed.lookup('canal.type', {
        'INSERT': 'insert',
        'UPDATE': 'update',
        'DELETE': 'delete',
        'INIT': 'snapshot',
    }) }}
end
{%- endset -%}
{%- set is_full_load = "canal.type in ('INIT', 'INIT_DDL')" -%}
{%- set has_id = "coalesce(canal.id rlike r'^[0-9]{1,38}\\z', false)" -%}
    {{- return(changefeed.extend(base, {
        'version': 4,
        'envelope': base.envelope,
        'members': ['data', 'database', 'es', 'id', 'isDdl', 'mysqlType', 'old', 'pkNames', 'sql', 'sqlType', 'table', 'ts', 'type'],
        'signature': {'has': ['type', 'isDdl'], 'usually_has': ['id', 'mysqlType']},
        'terms': {
            'operation': operation,
            'is_row': "canal.type in ('INSERT', 'UPDATE', 'DELETE', 'INIT')",
            'rows': "if(canal.type = 'DELETE', canal." ~ deleted_rows ~ ', canal.data)',
        },
        'faults': {
            'deleted_rows_elsewhere': {
                'when': "canal.type = 'DELETE' and coalesce(size(canal." ~ deleted_rows ~ "), 0) <= 0 and size(canal." ~ other_rows ~ ") > 0",
                'detail': "'A DELETE in DRS " ~ form ~ " has its row in " ~ deleted_rows ~ "; here it is in " ~ other_rows ~ ", as in "
                    ~ other_form ~ ". Look up which format the task writes, and check the dialect of this feed in seeds/changefeed_feeds.csv.'",
            },
            'sequence_missing': {
                'when': 'not ' ~ is_full_load ~ ' and not ' ~ has_id,
                'detail': "concat('A DRS message has a whole number in id, by which changes are ordered; here it is ', coalesce(canal.id, 'missing'), '.')",
            },
            'unknown_operation': base.faults.unknown_operation,
            'data_not_rows': base.faults.data_not_rows,
            'old_not_rows': base.faults.old_not_rows,
        },
        'changes': {
            'operation': base.changes.operation,
            'source_database': "if(source_kind = 'oracle', null, canal.database)",
            'source_schema': "if(source_kind = 'oracle', canal.database, null)",
            'source_table': "if(source_kind = 'oracle', canal.table, rtrim(canal.table))",
            'key_columns': base.changes.key_columns,
            'after_rows': base.changes.after_rows,
            'before_rows': base.changes.before_rows,
            'is_before_changed_only': base.changes.is_before_changed_only,
            'is_partial': "canal.type in ('UPDATE', 'DELETE') and coalesce(source_kind = 'oracle', false)",
            'column_types': base.changes.column_types,
            'source_at': base.changes.source_at,
            'processed_at': base.changes.processed_at,
            'source_sequence': 'if(' ~ is_full_load ~ ' or not ' ~ has_id ~ ', null, array(cast(canal.id as decimal(38,0))))',
            'transaction_id': none,
            'statement': base.changes.statement,
            'statement_kind': "if(canal.type in ('DDL', 'INIT_DDL'), lower(canal.type), null)",
        },
    })) -}}
{%- endmacro -%}
