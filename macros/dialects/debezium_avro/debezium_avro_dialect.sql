{#-
Debezium's messages as Kafka Connect's Avro converters write them. They read as the JSON of debezium, with the record's
own schema.
-#}
{%- macro debezium_avro_dialect() -%}
{%- set base = changefeed.debezium_dialect() -%}
    {{- return(changefeed.written_in_avro(dict(base, **{
        'name': 'debezium_avro',
        'version': 2,
        'terms': dict(base.terms, sides='if(written_types is null or dbz_body.op is null, null, array(written_types))', digits='false'),
    }), is_row='dbz_is_row', declared_key='dbz_own_key')) -}}
{%- endmacro -%}
