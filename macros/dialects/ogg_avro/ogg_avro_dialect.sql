{#-
GoldenGate's operations as Kafka Connect's Avro converter writes them. They read as the JSON of ogg. Rows are named by
primary_keys, not by the Kafka key.
-#}
{%- macro ogg_avro_dialect() -%}
    {{- return(changefeed.written_in_avro(dict(changefeed.ogg_dialect(), name='ogg_avro', version=2))) -}}
{%- endmacro -%}
