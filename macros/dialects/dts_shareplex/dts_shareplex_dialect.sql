{#-
DTS's format "Shareplex Json". Its document does not say whether `key` is the whole row or its key columns. SharePlex
itself sends the key columns.
-#}
{%- macro dts_shareplex_dialect() -%}
{%- set base = changefeed.shareplex_family('DTS') -%}
{%- set terms -%}
-- is_schema
coalesce(source_kind, '') <> 'mysql'
-- database_or_schema, table, declared_key, types: taken
-- sequence
if(
    options['order'] <=> 'scn' and shareplex.meta.scn rlike r'^[0-9]{1,38}\z' and shareplex.meta.seq rlike r'^[0-9]{1,38}\z',
    array(cast(shareplex.meta.scn as decimal(38,0)), cast(shareplex.meta.seq as decimal(38,0))),
    null
)
-- operation, unsent: taken
{%- endset -%}
{%- set faults -%}
-- sequence_missing
options['order'] <=> 'scn' and shareplex_sequence is null
-- sequence_missing, in words
concat('This feed is ordered by meta.scn and meta.seq, whole numbers; here they are ', coalesce(shareplex.meta.scn, 'missing'), ' and ', coalesce(shareplex.meta.seq, 'missing'), '. Where the task does not always send them, take order=scn out of the options of this feed in seeds/changefeed_feeds.csv.')
-- unknown_operation, row_missing, statement_missing: taken
{%- endset -%}
{%- set changes -%}
-- operation, source_database, source_schema, source_table, after_rows, before_rows: taken
-- is_partial
coalesce(shareplex_operation = 'update' and size(shareplex_declared_key) > 0 and not options['key_holds'] <=> 'whole_row', false)
-- column_types, source_at, processed_at, source_sequence, transaction_id, statement, statement_kind: taken
{%- endset -%}
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
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': changefeed.parts(changes, base.changes),
        'types': changefeed.dts_shareplex_types(),
    })) -}}
{%- endmacro -%}
