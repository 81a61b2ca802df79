{#-
The fault of a row whose Kafka key has a schema registry's five bytes before its JSON, so that the key cannot be read. A
declared key makes up for it.
-#}
{%- macro debezium_framed_key(envelope) -%}
    {{- return({
        'when': envelope ~ "_is_row and startswith(key, X'00') and " ~ envelope ~ '_own_key is null',
        'detail': "'The Kafka key begins with the five bytes of a schema registry: write framing=confluent into the options of this feed if values do too, or declare the key in seeds/changefeed_table_keys.csv.'",
    }) -}}
{%- endmacro -%}
