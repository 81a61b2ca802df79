{#-
How the columns of a typed table are read: name → text (SQL of what was sent), value (of its type, or NULL) and
data_type. `node` is the model whose yml says it, `row` the SQL of the map that holds the texts. Columns of yml without
a source_type are none of the source's.
-#}
{%- macro typed_values(node, row) -%}
    {%- set table = changefeed.table_of_model(node) -%}
    {%- set feed = changefeed._feed_of(table, node.name) -%}
    {%- set values = {} -%}
    {%- for column in node.columns.values() if column.name != '_unreadable' and column.name not in changefeed.columns_of_row(node) -%}
        {%- set source_type = column.config.meta.get('source_type') -%}
        {%- if not source_type or not column.data_type -%}
            {{- exceptions.raise_compiler_error(
                'typed_table(): column ' ~ column.name ~ ' in the yml of ' ~ node.name ~ ' needs data_type and config.meta.source_type'
            ) -}}
        {%- endif -%}
        {%- set text = row ~ '[' ~ changefeed.sql_string(column.name) ~ ']' -%}
        {%- do values.update({column.name: {
            'text': text,
            'value': changefeed._value_of_shards(column, text, feed) if column.config.meta.get('source_types') else changefeed._value_of_type(source_type, text, column.data_type, feed),
            'data_type': column.data_type,
        }}) -%}
    {%- endfor -%}
    {{- return(values) -}}
{%- endmacro -%}


{#- A text behind U+FDD0 is no value: its column had another type, or a default that nothing here computes. -#}
{%- macro _value_of_type(source_type, text, data_type, feed) -%}
    {%- set value = changefeed.typed_value(source_type, text, data_type, feed) | trim -%}
    {{- return('if(startswith(' ~ text ~ ", '\\uFDD0'), null, " ~ text ~ ')' if value == text else value) -}}
{%- endmacro -%}


{#- A column that has other types in some shards (source_types): each text is read as its own table says. -#}
{%- macro _value_of_shards(column, text, feed) -%}
    {%- set cases = [] -%}
    {%- for each in column.config.meta.source_types -%}
        {%- set shard = {'database': each.database or '*', 'schema': each.schema or '*', 'table': each.table or '*', 'shards': 'apart'} -%}
        {%- do cases.append('when ' ~ changefeed.has_names(shard) | replace('\n', ' ') ~ ' then cast(' ~ changefeed._value_of_type(each.source_type, text, column.data_type, feed) ~ ' as ' ~ column.data_type ~ ')') -%}
    {%- endfor -%}
    {{- return('case ' ~ cases | join(' ') ~ ' else cast(' ~ changefeed._value_of_type(column.config.meta.source_type, text, column.data_type, feed) ~ ' as ' ~ column.data_type ~ ') end') -}}
{%- endmacro -%}


{#-
The settings of the feed of a typed table, with its dialect. Where the table's yml states them, they are taken from
there, and the test typed_tables_read_as_their_feeds_say compares them with the feed. Otherwise they are looked up when
the model is built. Before the first build no feed can be looked up: then each value is its text.
-#}
{%- macro _feed_of(table, model_name) -%}
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
