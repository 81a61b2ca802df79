{#-
The rows of one source table with their real types, from the model's own yml: `meta.changefeed` names the feed, database,
schema and table, each column its data_type and, in meta, its source_type. A text that its type cannot hold is NULL in
its column and kept in _unreadable. Columns called _feed, _operation and _changed_at without a source_type are those of current_rows.
-#}
{%- macro typed_table() -%}
{%- if not execute -%}
    {#- The yml is not known while dbt parses: say what the model may depend on. -#}
    {%- do ref('changefeed_current_rows') -%}
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
{%- else -%}
    {{- changefeed._typed_rows(model.config.meta.get('changefeed', {})) -}}
{%- endif -%}
{%- endmacro -%}


{%- macro _typed_rows(table) -%}
{%- if not table.feed or not table.table -%}
    {{- exceptions.raise_compiler_error(
        'typed_table(): the yml of ' ~ model.name ~ ' needs config.meta.changefeed with feed, database, schema and table'
    ) -}}
{%- endif -%}
{%- set feed = changefeed._feed_of(table.feed) -%}
{%- set columns = model.columns.values() | rejectattr('name', 'equalto', '_unreadable') | list -%}
{%- set values = {} -%}
{%- set of_rows = [] -%}
{%- for column in columns if column.name in ['_feed', '_operation', '_changed_at'] and not column.config.meta.get('source_type') -%}
    {%- do of_rows.append(column.name) -%}
{%- endfor -%}
{%- for column in columns if column.name not in of_rows -%}
    {%- set text = 'row[' ~ changefeed.sql_string(column.name) ~ ']' -%}
    {%- set source_type = column.config.meta.get('source_type') -%}
    {%- if not source_type or not column.data_type -%}
        {{- exceptions.raise_compiler_error(
            'typed_table(): column ' ~ column.name ~ ' in the yml of ' ~ model.name ~ ' needs data_type and config.meta.source_type'
        ) -}}
    {%- endif -%}
    {%- do values.update({column.name: {
        'text': text,
        'value': feed.dialect.value(source_type, text, column.data_type | lower | replace(' ', ''), feed),
    }}) -%}
{%- endfor -%}
with rows as (

    select row, copies{% for name in of_rows %}, {{ name[1:] }}{% endfor %}
    from {{ ref('changefeed_current_rows') }}
    where
        table_bucket = {{ changefeed.bucket_of_table(table.feed, table.database or '', table.schema or '', table.table) }}
        and feed = {{ changefeed.sql_string(table.feed) }}
        and source_database = {{ changefeed.sql_string(table.database or '') }}
        and source_schema = {{ changefeed.sql_string(table.schema or '') }}
        and source_table = {{ changefeed.sql_string(table.table) }}
        and not is_deleted

),

read_rows as (

    select
        copies,
        {%- for column in columns %}
        {{ column.name[1:] if column.name in of_rows else 'cast(' ~ values[column.name].value ~ ' as ' ~ column.data_type ~ ')' }} as {{ changefeed.quoted_name(column.name) }},
        {%- endfor %}
        map_filter(
            map(
            {%- for name, each in values.items() %}
                {{ changefeed.sql_string(name) }}, if({{ each.value }} is null, {{ each.text }}, null){{ ',' if not loop.last }}
            {%- endfor %}
            ),
            (name, text) -> text is not null
        ) as unreadable
    from rows

)

select
    {%- for column in columns %}
    {{ changefeed.quoted_name(column.name) }},
    {%- endfor %}
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from read_rows
{%- if table.is_keyless %}
lateral view explode(array_repeat(0, cast(copies as int))) as copy
{%- endif %}
{%- endmacro -%}


{#- The settings of a feed and its dialect, looked up when the model is built; where nothing was built yet, no dialect is known and texts stand for values. -#}
{%- macro _feed_of(name) -%}
    {%- set settings = ref('changefeed_feed_settings') -%}
    {%- if not execute or load_relation(settings) is none -%}
        {{- return({'dialect': {'value': changefeed._value_of_no_dialect}, 'time_zone': 'UTC', 'source_kind': '', 'options': {}}) -}}
    {%- endif -%}
    {%- set feeds = changefeed.feeds_by_name(only=name) -%}
    {%- if name not in feeds -%}
        {{- exceptions.raise_compiler_error("meta.changefeed of " ~ model.name ~ " names feed '" ~ name ~ "', which seeds/feeds.csv does not declare: add its line, or remove the model") -}}
    {%- endif -%}
    {{- return(feeds[name]) -}}
{%- endmacro -%}


{#- `dbt compile` and `docs generate` run where no feed is known; nothing is built of it. -#}
{%- macro _value_of_no_dialect(source_type, text, type, feed) -%}
{{ text }}
{%- endmacro -%}
