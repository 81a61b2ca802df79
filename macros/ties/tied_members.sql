{#-
The changes of moments (feed and Kafka's time, ordered_at) at which changes of several topic partitions touch one row, or a statement comes beside changes of
another partition, where no sequence orders them. `which` chooses the changes of the log; all changes of a moment have to be among them.
-#}
{%- macro tied_members(log, which, has_statements) -%}
{%- set moment = 'feed, ordered_at' -%}
{%- set table = 'source_database, source_schema, source_table' -%}
{%- set row_operations = "('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
with tied as (

    select
        feed,
        {{ table }},
        position.ordered_at,
        struct(topic, topic_incarnation, partition) as place,
        struct(offset, message_index) as within,
        step,
        operation,
        row_key,
        previous_row_key,
        size(key_columns) = 0 as is_bag,
        coalesce(is_partial, false) as is_partial,
        {{ changefeed.full_before() | indent(8) }} as before,
        after,
        column_types,
        statement,
        source_at,
        position.tie_rank,
        topic,
        topic_incarnation,
        partition,
        offset,
        message_index,
        batch_id,
        decode_batch_id
    from {{ log }}
    where
        source_sequence is null
        and position.ordered_at > timestamp '1970-01-01'
        and operation in ('{{ (changefeed.row_operations() + ['ddl', 'truncate']) | join("', '") }}')
        and ({{ which }})

),

tied_rows as (

    select {{ moment }}, {{ table }}, row_key
    from tied
    where operation in {{ row_operations }}
    group by all
    having min(place) <> max(place)

),

moments as (

    select {{ moment }} from tied_rows
    {%- if has_statements %}
    union
    select {{ moment }} from tied
    group by {{ moment }}
    having min(place) <> max(place) and bool_or(operation in ('ddl', 'truncate'))
    {%- endif %}
    union
    select {{ moment }} from tied where tie_rank is not null

),

final as (

    select tied.* from tied
    left semi join moments using ({{ moment }})

)

select * from final
{%- endmacro -%}
