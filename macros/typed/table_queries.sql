{#-
Prints, as one JSON text, what `changefeed tables` has to know of a project: its feeds, and the queries that it asks the
warehouse, each once for all tables. The answers never pass through dbt: what messages hold stays a value.
-#}
{%- macro table_queries() -%}
    {%- set log = ref('changefeed_ordered_changes') -%}
    {%- set rows = ref('changefeed_current_rows') -%}
    {%- if load_relation(log) is none or load_relation(rows) is none or load_relation(ref('changefeed_table_events')) is none -%}
        {{- exceptions.raise_compiler_error('Nothing has been built yet, so no table is known: `changefeed run` first') -}}
    {%- endif -%}
    {%- set feeds = {} -%}
    {%- for name, feed in changefeed.feeds_by_name().items() -%}
        {%- do feeds.update({name: {
            'dialect': feed.dialect.name,
            'types_follow_values': feed.dialect.envelope.format == 'avro',
            'may_hide_unsigned': feed.source_kind in ['mysql', 'mariadb', 'tidb'] and feed.options.get('unsigned_bigints', 'precise') != 'precise',
        }}) -%}
    {%- endfor -%}
    {%- do print(tojson({
        'feeds': feeds,
        'rows': changefeed._rows_by_table(rows),
        'images': changefeed._images_by_table(log),
        'statements': changefeed._definitions_by_statement(ref('changefeed_table_events'), log),
        'declared': 'select feed, coalesce(source_database, \'\') as source_database, coalesce(source_schema, \'\') as source_schema,'
            ~ ' source_table, column_name, source_type from ' ~ ref('changefeed_table_columns'),
        'values': changefeed._values_by_column(rows),
        'samples': changefeed._readings_by_column(rows),
        'negative': changefeed._columns_below_zero(rows),
    })) -%}
{%- endmacro -%}


{#- The name of a table with its feed, as one text. -#}
{%- macro _table_key() -%}
concat_ws(':', feed, {{ changefeed.table_name_key('source_database', 'source_schema', 'source_table') | trim }})
{%- endmacro -%}


{#- The tables that have rows: how many are left, their key, and the names that their rows have. -#}
{%- macro _rows_by_table(rows) -%}
select
    feed,
    source_database,
    source_schema,
    source_table,
    {{ changefeed._table_key() }} as table_key,
    sum(if(is_deleted, 0, n)) as rows,
    max_by(key_columns, position) as key_columns,
    array_distinct(flatten(collect_list(if(is_deleted, array(), columns)))) as columns
from (
    select
        feed, source_database, source_schema, source_table, key_columns, is_deleted,
        map_keys(row) as columns,
        count(*) as n,
        max(position) as position
    from {{ rows }}
    group by all
)
group by feed, source_database, source_schema, source_table
{%- endmacro -%}


{#-
What the changes of a table looked like, the newest first: the names and types that were sent, and which of them had a
value.
-#}
{%- macro _images_by_table(log) -%}
select
    feed,
    source_database,
    source_schema,
    source_table,
    {#- More forms than these are those of documents, of which each may have names of its own. -#}
    transform(
        slice(reverse(array_sort(collect_list(struct(position, column_types, columns, with_value, is_partial)))), 1, 1000),
        each -> struct(each.column_types, each.columns, each.with_value, each.is_partial)
    ) as images
from (
    select
        feed, source_database, source_schema, source_table, column_types, is_partial,
        map_keys(after) as columns,
        array_distinct(flatten(collect_set(map_keys(map_filter(after, (name, text) -> text is not null))))) as with_value,
        max(position) as position
    from {{ log }}
    where
        reason is null
        and operation in ({{ changefeed.sql_strings(changefeed.row_operations()) }})
        and (column_types is not null or after is not null)
    group by feed, source_database, source_schema, source_table, column_types, is_partial, map_keys(after)
)
group by feed, source_database, source_schema, source_table
{%- endmacro -%}


{#-
What defines or renames columns and tables, in order: statements (those with which a snapshot describes tables that are
there are no events; they tell columns all the same) and, behind its statement, what a message says of whole tables
(`described`, where a dialect has described_tables).
-#}
{%- macro _definitions_by_statement(events, log) -%}
{%- set described_type = 'array<struct<table_name:string,key:array<string>,columns:array<struct<name:string,type:string,comment:string>>>>' -%}
select
    feed,
    source_database,
    source_schema,
    source_table,
    statement rlike r'(?i)\A\s*create\b' as is_create,
    actions,
    other_spellings,
    coalesce({{ changefeed.column_definitions('statement', 'source_database', 'source_schema', 'source_table') | indent(4) }}, array()) as definitions,
    described
from (
    select
        feed, source_database, source_schema, source_table, statement, actions, other_spellings, position,
        cast(null as {{ described_type }}) as described
    from {{ events }}
    where statement rlike r'(?i)\b(create|alter|rename|drop)\b'
    union all
    select feed, source_database, source_schema, source_table, statement, null as actions, null as other_spellings, position, null as described
    from {{ log }}
    where operation = 'other' and reason is null and statement rlike r'(?i)\A\s*create\b'
    union all
    select *
    from (
        select
            feed, source_database, source_schema, source_table, null as statement, null as actions, null as other_spellings, position,
            {{ changefeed.described_tables() | indent(12) }} as described
        from {{ log }}
        where {{ changefeed.describes_tables() }}
    )
    where size(described) > 0
)
order by feed, position, described is not null
{%- endmacro -%}


{#- The columns with a whole number below zero, of the tables that are asked for. -#}
{%- macro _columns_below_zero(rows) -%}
select
    feed,
    source_database,
    source_schema,
    source_table,
    array_distinct(flatten(collect_set(map_keys(map_filter(row, (name, text) -> text rlike r'^-[0-9]+\z'))))) as names
from {{ rows }}
where not is_deleted and array_contains(:tables, {{ changefeed._table_key() }})
group by feed, source_database, source_schema, source_table
{%- endmacro -%}


{#-
What the values of each column look like, of the tables that are asked for; of large tables some hundred thousand rows.
-#}
{%- macro _values_by_column(rows) -%}
{%- set zone = '(Z| ?[-+][0-9]{2}(:?[0-9]{2})?)' -%}
{%- set time = '[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?' -%}
{%- set shapes = {
    'integers': "r'^(0|-?[1-9][0-9]{0,17})\\z'",
    'decimals': "r'^-?(0|[1-9][0-9]{0,19})([.][0-9]{1,18})?\\z'",
    'exponents': "r'^-?(0|[1-9][0-9]{0,16})([.][0-9]{1,17})?([eE][-+]?[0-9]{1,3})?\\z'",
    'booleans': "r'^(?i:true|false)\\z'",
    'dates': "r'^[0-9]{4}-[0-9]{2}-[0-9]{2}\\z'",
    'times': "r'^-?" ~ time ~ "\\z'",
    'wall_times': "r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ]" ~ time ~ "\\z'",
    'instants': "r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ]" ~ time ~ zone ~ "\\z'",
    'bson_decimals': "r'^[{]\"[$]numberDecimal\":\"[^\"]*\"[}]\\z'",
    'bson_binaries': "r'^[{]\"[$]binary\":[{]'",
} -%}
select
    feed,
    source_database,
    source_schema,
    source_table,
    name,
    count(text) as texts,
    {%- for shape, pattern in shapes.items() %}
    count_if(text rlike {{ pattern }}) as {{ shape }},
    {%- endfor %}
    max(length(regexp_extract(text, r'[.]([0-9]+)\z', 1))) as scale
from {{ rows }}
lateral view explode(row) as name, text
where
    not is_deleted
    and array_contains(:tables, {{ changefeed._table_key() }})
    and hash(row_key) % :one_in = 0
group by feed, source_database, source_schema, source_table, name
{%- endmacro -%}


{#-
How the types that columns may have read their values: of each entry of the view `asked_readings` (table_key, name,
reading) the number of texts, and of those that have no value (`unread`). Where `{unread}`, `{digits}` and `{repeated}`
stand, the caller puts a condition for each reading: whether a text has no value, the digits of a number, and whether it
is in the hour that comes twice. With it what a decimal needs: the most digits before and after the point.
-#}
{%- macro _readings_by_column(rows) -%}
select
    table_key,
    name,
    reading,
    count(*) as texts,
    count_if(is_unread) as unread,
    count_if(is_unread and text rlike r'^[1-9][0-9]{18,19}\z') as unsigned,
    count_if(is_repeated) as repeated,
    count_if(text rlike r'^-[0-9]+\z') as negative,
    count_if(not digits rlike r'^[-+]?[0-9]*+(?:[.][0-9]*+)?\z') as not_plain,
    max(length(regexp_extract(digits, r'^[-+]?0*([0-9]*)', 1))) as whole,
    max(length(rtrim('0', regexp_extract(digits, r'[.]([0-9]+)\z', 1)))) as scale
from (
    select
        asked.table_key,
        asked.name,
        asked.reading,
        sent.text,
        coalesce({digits}, {{ changefeed.bson_digits('sent.text') }}) as digits,
        {unread} as is_unread,
        {repeated} as is_repeated
    from (
        select
            {{ changefeed._table_key() }} as table_key,
            name,
            text
        from {{ rows }}
        lateral view explode(row) as name, text
        where not is_deleted and hash(row_key) % :one_in = 0 and text is not null
    ) as sent
    inner join asked_readings as asked on sent.table_key = asked.table_key and sent.name = asked.name
)
group by table_key, name, reading
{%- endmacro -%}
