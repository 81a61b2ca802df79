{#- The fault of a row whose Kafka key cannot be read, for it has a schema registry's five bytes before the JSON, and whose table is not declared. -#}
{%- macro debezium_framed_key(envelope) -%}
    {{- return({
        'when': envelope ~ "_is_row and startswith(key, X'00') and " ~ envelope ~ '_declared_key is null',
        'detail': "concat('The Kafka key begins with the five bytes of a schema registry (schema ', " ~ changefeed.schema_number('key')
            ~ ", '): set key.converter to org.apache.kafka.connect.json.JsonConverter, or declare the key in seeds/changefeed_table_keys.csv.')",
    }) -}}
{%- endmacro -%}
