{#-
The settings of the feed of a typed table, with its dialect. Where the table's yml states them, they are taken from
there, and the test typed_tables_read_as_their_feeds_say compares them with the feed. Otherwise they are looked up when
the model is built. Before the first build no feed can be looked up: then each value is its text.
-#}
{%- macro feed_of_typed_table(table, model_name) -%}
    {%- if table.dialect is defined -%}
        {%- set dialects = changefeed.dialects() -%}
        {%- set dialect = dialects | selectattr('name', 'equalto', table.dialect) | first -%}
        {%- if not dialect -%}
            {{- exceptions.raise_compiler_error("meta.changefeed of " ~ model_name ~ " names dialect '" ~ table.dialect ~ "', which there is not." ~ changefeed.did_you_mean(table.dialect, dialects | map(attribute='name') | list)) -}}
        {%- endif -%}
        {{- return(changefeed.feed_of_dialect(dialect, table.source_kind, table.time_zone, table.options)) -}}
    {%- endif -%}
    {%- set feeds = changefeed.feeds_by_name(only=table.feed) if execute -%}
    {%- if feeds is not mapping -%}
        {{- return({'dialect': {'value': changefeed._value_of_no_dialect}, 'time_zone': 'UTC', 'source_kind': '', 'options': {}}) -}}
    {%- endif -%}
    {%- if table.feed not in feeds -%}
        {{- exceptions.raise_compiler_error("meta.changefeed of " ~ model_name ~ " names feed '" ~ table.feed ~ "', which seeds/changefeed_feeds.csv does not declare: add its line, or remove the model") -}}
    {%- endif -%}
    {{- return(feeds[table.feed]) -}}
{%- endmacro -%}


{#- `dbt compile` and `docs generate` run where no feed is known; nothing is built of it. -#}
{%- macro _value_of_no_dialect(source_type, text, type, feed) -%}
{{ text }}
{%- endmacro -%}
