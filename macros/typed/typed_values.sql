{#-
How the columns of a typed table are read: name → text (SQL of what was sent), value (of its type, or NULL) and
data_type. `node` is the model whose yml says it, `row` the SQL of the map that holds the texts. Columns of yml without
a source_type are none of the source's.
-#}
{%- macro typed_values(node, row) -%}
    {#- Asked for twice of a table that is kept: for its query, and for what it says of itself. -#}
    {%- set is_kept = execute and node.unique_id is defined and node.config.materialized == 'typed_incremental' -%}
    {%- set known = graph.setdefault('changefeed_values ' ~ invocation_id, {}) if is_kept else {} -%}
    {%- set asked = local_md5(tojson([node.unique_id, row, node.columns], sort_keys=true)) if is_kept else '' -%}
    {%- if asked in known -%}{{- return(known[asked]) -}}{%- endif -%}
    {%- set table = changefeed.table_of_model(node) -%}
    {%- set values, of_source = {}, node.columns.values() | rejectattr('name', 'in', ['_unreadable'] + changefeed.columns_of_row(node)) | list -%}
    {%- set feed = changefeed.feed_of_typed_table(table, node.name) if of_source -%}
    {%- for column in of_source -%}
        {%- set source_type = column.config.meta.get('source_type') -%}
        {%- if not source_type or not column.data_type -%}
            {{- exceptions.raise_compiler_error(
                'typed_table(): column ' ~ column.name ~ ' in the yml of ' ~ node.name ~ ' needs data_type and config.meta.source_type'
            ) -}}
        {%- endif -%}
        {%- set text = row ~ '[' ~ changefeed.sql_string(column.name) ~ ']' -%}
        {%- do values.update({column.name: {
            'text': text,
            'value': changefeed._value_of_shards(column, text, feed, table) if column.config.meta.get('source_types') else changefeed._value_of_type(source_type, text, column.data_type, feed),
            'data_type': column.data_type,
        }}) -%}
    {%- endfor -%}
    {%- do known.update({asked: values}) -%}
    {{- return(values) -}}
{%- endmacro -%}


{#- A text behind U+FDD0 is no value: its column had another type, or a default that nothing here computes. -#}
{%- macro _value_of_type(source_type, text, data_type, feed) -%}
    {%- set value = changefeed.typed_value(source_type, text, data_type, feed) | trim -%}
    {{- return('if(startswith(' ~ text ~ ", '\\uFDD0'), null, " ~ text ~ ')' if value == text else value) -}}
{%- endmacro -%}


{#- A column that has other types in some shards (source_types): each text is read as its own table says. -#}
{%- macro _value_of_shards(column, text, feed, table) -%}
    {%- set cases, names = [], [] -%}
    {%- for name in changefeed.shard_columns(table) -%}{%- do names.append(name | replace('_source_', '')) -%}{%- endfor -%}
    {%- for each in column.config.meta.source_types -%}
        {%- set shard = {'database': each.database or '*', 'schema': each.schema or '*', 'table': each.table or '*', 'shards': 'apart'} -%}
        {%- do cases.append('when ' ~ changefeed.has_names(shard, names) | replace('\n', ' ') ~ ' then cast(' ~ changefeed._value_of_type(each.source_type, text, column.data_type, feed) ~ ' as ' ~ column.data_type ~ ')') -%}
    {%- endfor -%}
    {{- return('case ' ~ cases | join(' ') ~ ' else cast(' ~ changefeed._value_of_type(column.config.meta.source_type, text, column.data_type, feed) ~ ' as ' ~ column.data_type ~ ') end') -}}
{%- endmacro -%}
