{#-
DTS's format "Shareplex Json". Its document does not say whether `key` is the whole row or its key columns. SharePlex
itself sends the key columns.
-#}
{%- macro dts_shareplex_dialect() -%}
{%- set sequence -%}
if(
    options['order'] <=> 'scn' and shareplex.meta.scn rlike r'^[0-9]{1,38}\z' and shareplex.meta.seq rlike r'^[0-9]{1,38}\z',
    array(cast(shareplex.meta.scn as decimal(38,0)), cast(shareplex.meta.seq as decimal(38,0))),
    null
)
{%- endset -%}
{%- set base = changefeed.shareplex_family('DTS') -%}
    {{- return(changefeed.extend(base, {
        'name': 'dts_shareplex',
        'version': 1,
        'source_kinds': ['mysql', 'oracle', 'db2'],
        'envelope': base.envelope,
        'signature': base.signature,
        'options': {
            'order': {
                'values': ['kafka_time', 'scn'],
                'default': 'kafka_time',
                'meaning': 'what orders changes of several partitions: the time in Kafka, or scn and seq (of Oracle; a change without them is quarantined)',
            },
            'key_holds': {
                'values': ['key_columns', 'whole_row'],
                'default': 'key_columns',
                'meaning': 'what key of an update holds: perhaps the key columns only, so that other columns keep their value, or the whole row',
            },
        },
        'terms': {
            'is_schema': "coalesce(source_kind, '') <> 'mysql'",
            'database_or_schema': base.terms.database_or_schema,
            'table': base.terms.table,
            'declared_key': base.terms.declared_key,
            'types': base.terms.types,
            'sequence': sequence,
            'operation': base.terms.operation,
            'unsent': base.terms.unsent,
        },
        'faults': {
            'sequence_missing': {
                'when': "options['order'] <=> 'scn' and shareplex_sequence is null",
                'detail': "concat('This feed is ordered by meta.scn and meta.seq, whole numbers; here they are ', coalesce(shareplex.meta.scn, 'missing'), ' and ',"
                    ~ " coalesce(shareplex.meta.seq, 'missing'), '. Where the task does not always send them, take order=scn out of the options of this feed in seeds/changefeed_feeds.csv.')",
            },
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
            'is_partial': "coalesce(shareplex_operation = 'update' and size(shareplex_declared_key) > 0 and not options['key_holds'] <=> 'whole_row', false)",
            'column_types': base.changes.column_types,
            'source_at': base.changes.source_at,
            'processed_at': base.changes.processed_at,
            'source_sequence': base.changes.source_sequence,
            'transaction_id': base.changes.transaction_id,
            'statement': base.changes.statement,
            'statement_kind': base.changes.statement_kind,
        },
        'types': changefeed.dts_shareplex_types(),
    })) -}}
{%- endmacro -%}
