{#-
The concurrent changes. An instant is a feed and a time of Kafka (ordered_at). This query gives all changes of an
instant where changes of several topic partitions access one row, where a statement comes beside changes of another
partition, or where a change has a rank. A change with a sequence is not among them. `which` chooses changes of the log;
all changes of an instant have to meet it, or none.
-#}
{%- macro concurrent_members(log, ranks, which, has_statements) -%}
{%- set instant = 'feed, ordered_at' -%}
{%- set table = 'source_database, source_schema, source_table' -%}
{%- set row_operations = "('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
with concurrent as (

    select
        feed,
        {{ table }},
        position.ordered_at,
        struct(topic, topic_incarnation, partition) as topic_partition,
        struct(offset, message_index) as within,
        step,
        operation,
        row_key,
        previous_row_key,
        size(key_columns) = 0 as is_keyless,
        coalesce(is_partial, false) as is_partial,
        {{ changefeed.full_before() | indent(8) }} as before,
        after,
        column_types,
        statement,
        source_at,
        position.concurrent_rank,
        topic,
        topic_incarnation,
        partition,
        offset,
        message_index,
        batch_id,
        decode_batch_id
    from (
        {{ changefeed.with_order(log, ranks=ranks) | indent(8) }}
    )
    where
        source_sequence is null
        and position.ordered_at > timestamp '1970-01-01'
        and operation in ('{{ (changefeed.row_operations() + ['ddl', 'truncate']) | join("', '") }}')
        and ({{ which }})

),

concurrent_rows as (

    select {{ instant }}, {{ table }}, row_key
    from concurrent
    where operation in {{ row_operations }}
    group by all
    having min(topic_partition) <> max(topic_partition)

),

instants as (

    select {{ instant }} from concurrent_rows
    {%- if has_statements %}
    union
    select {{ instant }} from concurrent
    group by {{ instant }}
    having min(topic_partition) <> max(topic_partition) and bool_or(operation in ('ddl', 'truncate'))
    {%- endif %}
    union
    select {{ instant }} from concurrent where concurrent_rank is not null

),

final as (

    select concurrent.* from concurrent
    left semi join instants using ({{ instant }})

)

select * from final
{%- endmacro -%}
