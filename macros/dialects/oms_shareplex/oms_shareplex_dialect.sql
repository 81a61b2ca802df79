{#-
OMS's format SharePlex. `key` has the whole row before an update, but for large values that did not change, which are
NULL. A full load has no operation of its own: its rows are inserts without the number that other changes have.
-#}
{%- macro oms_shareplex_dialect() -%}
{%- set base = changefeed.shareplex_family('OMS') -%}
{%- set is_loaded -%}
shareplex.meta.op = 'ins' and {{ changefeed.oms_orders_by_sequence() }} and coalesce(nullif(shareplex.meta.scn, ''), 'null') in ('null', '0')
{%- endset -%}
{%- set unsent -%}
if(
    shareplex_operation in ('update', 'delete'),
    {{ changefeed.oms_unsent(
        "if(shareplex_operation = 'delete', shareplex.data, shareplex.key)",
        "(shareplex_operation = 'delete' or not array_contains(map_keys(shareplex.data), name))",
        'shareplex_types', 'shareplex_declared_key'
    ) }},
    array()
)
{%- endset -%}
{%- set is_partial -%}
coalesce(
    size(shareplex_unsent) > 0
    or shareplex_operation = 'delete' and size(shareplex_declared_key) > 0 and coalesce(options['lob_mode'], '') <> 'complete',
    false
)
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'oms_shareplex',
        'version': 2,
        'source_kinds': ['oceanbase_mysql', 'oceanbase_oracle', 'mysql', 'oracle', 'db2'],
        'envelope': base.envelope,
        'signature': base.signature,
        'options': changefeed.oms_options(),
        'terms': {
            'is_schema': "coalesce(source_kind, '') in ('oceanbase_oracle', 'oracle', 'db2')",
            'database_or_schema': base.terms.database_or_schema,
            'table': base.terms.table,
            'declared_key': base.terms.declared_key,
            'types': base.terms.types,
            'sequence': "if(shareplex.meta.op in ('ddl', 'trunc', 'dropcol'), "
                ~ changefeed.oms_statement_sequence('shareplex.meta.scn', 'unix_millis(' ~ changefeed.shareplex_time('shareplex.meta.time', "coalesce(time_zone, 'UTC')") ~ ')')
                ~ ', ' ~ changefeed.oms_sequence('shareplex.meta.scn') ~ ')',
            'operation': 'if(' ~ is_loaded ~ ", 'snapshot', " ~ base.terms.operation ~ ')',
            'unsent': unsent,
        },
        'faults': {
            'sequence_missing': changefeed.oms_sequence_missing('shareplex_operation', 'meta.scn', 'shareplex.meta.scn', 'shareplex_sequence'),
            'unknown_operation': base.faults.unknown_operation,
            'row_missing': base.faults.row_missing,
            'statement_missing': base.faults.statement_missing,
        },
        'changes': {
            'operation': base.changes.operation,
            'source_database': base.changes.source_database,
            'source_schema': base.changes.source_schema,
            'source_table': base.changes.source_table,
            'after_rows': base.changes.after_rows,
            'before_rows': base.changes.before_rows,
            'is_partial': is_partial,
            'column_types': base.changes.column_types,
            'source_at': changefeed.shareplex_time('shareplex.meta.time', "coalesce(time_zone, 'UTC')"),
            'processed_at': changefeed.shareplex_time('shareplex.meta.posttime', "coalesce(time_zone, 'UTC')"),
            'source_sequence': 'if(' ~ changefeed.oms_orders_by_sequence() ~ " and shareplex_operation <> 'snapshot', shareplex_sequence, null)",
            'transaction_id': base.changes.transaction_id,
            'statement': base.changes.statement,
            'statement_kind': base.changes.statement_kind,
        },
        'types': changefeed.oms_text_types(),
        'ambiguous_nulls': changefeed.oms_ambiguous_nulls(),
    })) -}}
{%- endmacro -%}
