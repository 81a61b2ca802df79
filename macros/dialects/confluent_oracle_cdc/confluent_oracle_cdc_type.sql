{#-
How the connector writes a type, as debezium_known_type() says it. None where the feed does not tell the connector's
settings, or where its documents do not say what it writes.
-#}
{%- macro confluent_oracle_cdc_type(source_type, feed) -%}
    {%- set of_connect = changefeed.confluent_oracle_cdc_connect_type(source_type, feed) -%}
    {%- if not of_connect -%}{{ return(none) }}{%- endif -%}
    {%- set known = changefeed.debezium_known_type(of_connect.name, of_connect.feed) -%}
    {{- return(dict(known, type=of_connect.spark or known.type)) -}}
{%- endmacro -%}
