{#-
The rows that current_rows or history has of a model's source table, with values of their types, as often as they have copies in a table without a key. `of_row` are columns of the relation
that are shown, each behind a _; without `columns` they come first, and then those of the yml. How a value is read stands in the query once, for Derby's metastore takes views of 32,700 characters;
until the end values are called v1, v2, so that no column of the source is taken for one of the query's own.
-#}
{%- macro typed_rows(node, relation, of_row, columns=none, condition='true') -%}
{%- set table = changefeed.table_of_model(node) -%}
{%- set values = changefeed.typed_values(node, 'row') -%}
{%- set columns = of_row + values | list if columns is none else columns -%}
{%- set read = {} -%}
{%- for name in columns -%}
    {%- do read.update({name: 'v' ~ loop.index}) -%}
{%- endfor -%}
with rows as (

    select row, copies{% for name in of_row %}, {{ name[1:] }}{% endfor %}
    from {{ relation }}
    where
        table_bucket = {{ changefeed.bucket_of_table(table.feed, table.database or '', table.schema or '', table.table) }}
        and {{ changefeed.is_of_table(table) | indent(8) }}
        and {{ condition }}

),

read_rows as (

    select
        row,
        copies,
        {%- for name in columns %}
        {{ name[1:] if name in of_row else 'cast(' ~ values[name].value ~ ' as ' ~ values[name].data_type ~ ')' }} as {{ read[name] }}{{ ',' if not loop.last }}
        {%- endfor %}
    from rows

),

checked_rows as (

    select
        *,
        {{ changefeed.unreadable_texts(values, read) | indent(8) }} as unreadable
    from read_rows

)

select
    {%- for name in columns %}
    {{ read[name] }} as {{ changefeed.quoted_name(name) }},
    {%- endfor %}
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows
{%- if table.is_keyless %}
lateral view explode(array_repeat(0, cast(copies as int))) as copy
{%- endif %}
{%- endmacro -%}


{#-
How the columns of a typed table are read: name → text (SQL of what was sent), value (of its type, or NULL) and data_type. `node` is the model whose yml says it,
`row` the SQL of the map that holds the texts. Columns of yml without a source_type are none of the source's.
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
            'value': changefeed.typed_value(source_type, text, column.data_type, feed),
            'data_type': column.data_type,
        }}) -%}
    {%- endfor -%}
    {{- return(values) -}}
{%- endmacro -%}


{#- The entry changefeed in a model's meta: feed, database, schema and table of the source. -#}
{%- macro table_of_model(node) -%}
    {%- set table = node.config.meta.get('changefeed', {}) -%}
    {%- if not table.feed or not table.table -%}
        {{- exceptions.raise_compiler_error(
            'typed_table(): the yml of ' ~ node.name ~ ' needs config.meta.changefeed with feed, database, schema and table'
        ) -}}
    {%- endif -%}
    {{- return(table) -}}
{%- endmacro -%}


{#- The columns of a typed table that say something of the row, not what is in it. -#}
{%- macro columns_of_row(node) -%}
    {%- set found = [] -%}
    {%- for name in ['_feed', '_operation', '_changed_at'] if name in node.columns and not node.columns[name].config.meta.get('source_type') -%}
        {%- do found.append(name) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- The texts that have no value of their type, by name of their column, behind a prefix; `read` has the SQL of the value that was read, by name. -#}
{%- macro unreadable_texts(values, read, prefix='') -%}
map_filter(
    map(
    {%- for name, each in values.items() %}
        {{ changefeed.sql_string(prefix ~ name) }}, if({{ read[name] }} is null, {{ each.text }}, null){{ ',' if not loop.last }}
    {%- endfor %}
    ),
    (name, text) -> text is not null
)
{%- endmacro -%}


{#- Whether rows are those of a source table. -#}
{%- macro is_of_table(table) -%}
feed = {{ changefeed.sql_string(table.feed) }}
and source_database = {{ changefeed.sql_string(table.database or '') }}
and source_schema = {{ changefeed.sql_string(table.schema or '') }}
and source_table = {{ changefeed.sql_string(table.table) }}
{%- endmacro -%}


{#- While dbt parses, no yml is known: what a typed model may depend on. -#}
{%- macro uses_of_typed_models() -%}
    {%- do ref('changefeed_feed_settings') -%}
    {%- do function('latin1_bytes') -%}
    {%- do function('utf8_of_latin1') -%}
    {%- do function('mysql_enum_label') -%}
    {%- do function('mysql_set_labels') -%}
    {%- do function('mysql_time_micros') -%}
    {%- do function('byte_list') -%}
    {%- do function('epoch_instant') -%}
    {%- do function('decimal_places') -%}
    {%- do function('base64_integer') -%}
    {%- do function('scaled_number') -%}
{%- endmacro -%}


{#- The model that is built: its yml says what the columns are. A unit test says it in its overrides, for dbt shows it no yml. -#}
{%- macro typed_model_itself() -%}
    {%- if model.resource_type == 'unit_test' -%}
        {{- exceptions.raise_compiler_error('unit test ' ~ model.name ~ ': dbt shows a unit test no yml of its model: say in overrides.macros what '
            ~ 'changefeed.typed_model_itself and changefeed.settings_of_feeds return (models/tables/demo/_demo__unit_tests.yml of changefeed is an example)') -}}
    {%- endif -%}
    {{- return(model) -}}
{%- endmacro -%}


{#- The model of this name that the graph has, of this package first: its yml says what the columns are. -#}
{%- macro typed_model(name) -%}
    {%- set found = graph.nodes.values() | selectattr('resource_type', 'equalto', 'model') | selectattr('name', 'equalto', name) | list -%}
    {%- set own = found | selectattr('package_name', 'equalto', model.package_name) | list -%}
    {{- return((own or found)[0]) -}}
{%- endmacro -%}


{#-
The settings of the feed of a typed table, with its dialect. Where the table's yml states them, they are taken from there, and the test typed_tables_read_as_their_feeds_say
compares them with the feed. Otherwise they are looked up when the model is built. Before the first build no feed can be looked up: then each value is its text.
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
