{#- The options of confluent_oracle_cdc. Those that say how values are written are named as debezium's. -#}
{%- macro confluent_oracle_cdc_options() -%}
    {{- return(dict(changefeed.framing_option(), **{
        'order': {
            'values': ['scn', 'offset'],
            'default': 'scn',
            'meaning': "what orders changes: scn, or Kafka's offset and time. offset if the database was restored, or the connector moved to another one",
        },
        'operations': {
            'default': 'R/I/U/D/T',
            'meaning': 'output.op.type.read.value, insert.value, update.value, delete.value and truncate.value of the connector, in this order, with / between them',
        },
        'before': {
            'is_optional': true,
            'meaning': 'output.before.state.field of the connector: the member that has the row before an update',
        },
        'metacolumns': {
            'is_optional': true,
            'meaning': 'what further settings output.….field of the connector name, such as those of redo, undo and commit.scn, with / between them: they are no columns of the row',
        },
        'decimals': {
            'values': ['undeclared', 'none', 'best_fit_or_decimal', 'best_fit_or_double', 'best_fit_or_string', 'numeric'],
            'default': 'undeclared',
            'meaning': 'numeric.mapping of the connector (none is its default; best_fit is best_fit_or_decimal), or numeric if the converter has decimal.format=NUMERIC; read by typed tables',
            'is_for_types': true,
        },
        'dates': {
            'values': ['undeclared', 'date', 'timestamp'],
            'default': 'undeclared',
            'meaning': 'oracle.date.mapping of the connector (date is its default); read by typed tables',
            'is_for_types': true,
        },
    })) -}}
{%- endmacro -%}
