{#- Reads the connector's text of a type as a value, as debezium_value() reads Connect's. -#}
{%- macro confluent_oracle_cdc_value(source_type, text, type, feed) -%}
    {%- set of_connect = changefeed.confluent_oracle_cdc_connect_type(source_type, feed) -%}
    {%- if not of_connect -%}
        {{- exceptions.raise_compiler_error(
            'How confluent_oracle_cdc writes ' ~ source_type ~ ' is not known: give decimals= and dates= among the options of the feed in seeds/changefeed_feeds.csv, the type that column_types shows as source_type, or text'
        ) -}}
    {%- endif -%}
    {{- changefeed.debezium_value(of_connect.name, text, type, of_connect.feed) -}}
{%- endmacro -%}
