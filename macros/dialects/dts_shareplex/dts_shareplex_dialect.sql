{#- DTS's format "Shareplex Json". Its document does not say whether `key` is the whole row or its key columns; SharePlex itself sends the latter. -#}
{%- macro dts_shareplex_dialect() -%}
{%- set sequence -%}
if(
    options['order'] <=> 'scn' and shareplex.meta.scn rlike r'^[0-9]{1,38}\z' and shareplex.meta.seq rlike r'^[0-9]{1,38}\z',
    array(cast(shareplex.meta.scn as decimal(38,0)), cast(shareplex.meta.seq as decimal(38,0))),
    null
)
{%- endset -%}
    {{- return(changefeed.extend(changefeed.shareplex_family('DTS'), {
        'name': 'dts_shareplex',
        'source_kinds': ['mysql', 'oracle', 'db2'],
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
            'sequence': sequence,
        },
        'faults': {
            'sequence_missing': {
                'when': "options['order'] <=> 'scn' and shareplex_sequence is null",
                'detail': "concat('This feed is ordered by meta.scn and meta.seq, whole numbers; here they are ', coalesce(shareplex.meta.scn, 'missing'), ' and ',"
                    ~ " coalesce(shareplex.meta.seq, 'missing'), '. Where the task does not always send them, take order=scn out of the options of this feed in seeds/changefeed_feeds.csv.')",
            },
        },
        'changes': {
            'is_partial': "coalesce(shareplex_operation = 'update' and size(shareplex_keys) > 0 and not options['key_holds'] <=> 'whole_row', false)",
        },
        'types': changefeed.dts_shareplex_types(),
    })) -}}
{%- endmacro -%}
