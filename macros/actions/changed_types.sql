{#-
A query: the changes of columns' types that no statement tells, as change_type in the columns of event_actions. Each
type acts from its first change on, in each partition from the first there. A change between which and the last type
before it a statement acts on the column, or drops the table, is left to the statement.
-#}
{%- macro changed_types(sent_types, epochs, ranks, statements) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
select
    {{ table }},
    'change_type' as action,
    '' as new_database,
    '' as new_schema,
    '' as new_table,
    column_name,
    '' as new_column_name,
    column_type,
    cast(null as string) as column_default,
    cast(row_number() over (partition by {{ table }}, position order by column_name) - 1 as int) as action_index,
    'ddl' as operation,
    cast(null as string) as statement,
    cast(null as timestamp) as source_at,
    position,
    positions,
    decode_batch_id
from (
    select
        *,
        lag(position) over (partition by {{ table }}, column_name order by position) as since
    from (
        select
            {{ table }}, column_name, column_type,
            min(position) as position,
            map_from_entries(collect_list(struct(topic_partition, position))) as positions,
            max(decode_batch_id) as decode_batch_id
        from (
            select
                {{ table }}, column_name, column_type,
                {{ changefeed.topic_partition('position') }} as topic_partition,
                min(position) as position,
                max(greatest(decode_batch_id, ranked_batch_id)) as decode_batch_id
            from ({{ changefeed.with_order('(' ~ changefeed.types_of_columns(sent_types) ~ ')', epochs, ranks) | indent(12) }})
            group by all
        )
        group by {{ table }}, column_name, column_type
    )
) as changed
where
    since is not null
    and not exists (
        select 1
        from {{ statements }} as acted
        where
            {%- for part in changefeed.source_table_columns() %}
            acted.{{ part }} = changed.{{ part }} and
            {%- endfor %}
            acted.position > changed.since and acted.position <= changed.position
            and (acted.action = 'drop_table' or lower(changed.column_name) in (lower(acted.column_name), lower(acted.new_column_name)))
    )
{%- endmacro -%}
