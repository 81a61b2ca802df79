{#-
A query: the row images that runs after a decode batch read, by what they tell of their table: names, types (as JSON),
whether the row is whole, and whether it has all columns of its table (has_all: where messages name no types, a name
that lacks may be a NULL that was left out, and documents have names of their own). Types that follow the values
(types_follow_values) tell no change of a column.
-#}
{%- macro sent_forms(log, seen_batch_id) -%}
{%- set of_documents, of_values = [], [] -%}
{%- for dialect in changefeed.dialects() -%}
    {%- if 'mongodb' in (dialect.source_kinds or []) -%}{%- do of_documents.append(dialect.name) -%}{%- endif -%}
    {%- if dialect.envelope.format == 'avro' or dialect.name in of_documents -%}{%- do of_values.append(dialect.name) -%}{%- endif -%}
{%- endfor -%}
select
    {{ changefeed.source_table_columns() | join(', ') }},
    topic,
    topic_incarnation,
    partition,
    offset,
    message_index,
    step,
    batch_id,
    least(coalesce(source_at, kafka_at, landed_at), landed_at) as first_seen_at,
    coalesce(map_keys(after), map_keys(before), array()) as names,
    column_types,
    after is not null and not coalesce(is_partial, false) as is_whole,
    after is not null and not coalesce(is_partial, false) and column_types is not null
    and not {{ 'dialect in (' ~ changefeed.sql_strings(of_documents) ~ ')' if of_documents else 'false' }} as has_all,
    {{ 'dialect in (' ~ changefeed.sql_strings(of_values) ~ ')' if of_values else 'false' }} as types_follow_values
from {{ log }}
where
    decode_batch_id > {{ seen_batch_id }}
    and operation in ({{ changefeed.sql_strings(changefeed.row_operations()) }})
    and reason is null
{%- endmacro -%}
