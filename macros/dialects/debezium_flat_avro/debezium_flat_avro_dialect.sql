{#-
Flattened rows of Debezium as Kafka Connect's Avro converters write them. They read as the JSON of debezium_flat, with
the record's own schema.
-#}
{%- macro debezium_flat_avro_dialect() -%}
{%- set base = changefeed.debezium_flat_dialect() -%}
    {{- return(changefeed.written_in_avro(dict(base, **{
        'name': 'debezium_flat_avro',
        'version': 1,
        'takes_along': ['debezium_avro'],
        'terms': dict(base.terms, types='written_types', decimals_differ='false'),
    }), is_row='flat_is_row', declared_key='flat_own_key')) -}}
{%- endmacro -%}
