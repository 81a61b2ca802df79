{#-
A query: what source_columns says of each column of each table that it knows: its name, whether it is there (is_there),
the types that messages and statements told last (sent_type, stated_type), who told a type last (teller), since when it
is known, and where the last of it stands (first_seen_at, topic_partition, offset). Rows from before a table was
dropped count no longer. Capitals in statements may be others than in rows: column_key has none.
-#}
{%- macro told_columns(relation) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
select
    {{ table }},
    lower(column_name) as column_key,
    coalesce(max_by(column_name, place) filter (where first_seen_in = 'messages'), max_by(column_name, place)) as column_name,
    max_by(is_there, place) as is_there,
    max_by(sent_type, place) filter (where sent_type is not null) as sent_type,
    max_by(stated_type, place) filter (where stated_type is not null) as stated_type,
    max_by(first_seen_in, place) filter (where coalesce(sent_type, stated_type) is not null) as teller,
    min(first_seen_at) as known_since,
    max(place).first_seen_at as first_seen_at,
    max(place).topic_partition as topic_partition,
    max(place).offset as offset
from (
    select
        {{ table }},
        named.column_name,
        named.is_there,
        first_seen_in,
        first_seen_at,
        if(first_seen_in = 'messages', new_type, null) as sent_type,
        if(first_seen_in = 'statement', new_type, null) as stated_type,
        struct(first_seen_at, offset, message_index, decode_batch_id, {{ changefeed.topic_partition('source_columns') }} as topic_partition) as place,
        max(if(change = 'table_dropped', first_seen_at, null)) over (partition by {{ table }}) as dropped_at
    from {{ relation }} as source_columns
    lateral view outer explode(
        if(
            change = 'column_renamed',
            array(named_struct('column_name', column_name, 'is_there', false), named_struct('column_name', new_name, 'is_there', true)),
            array(named_struct('column_name', column_name, 'is_there', change <> 'column_dropped'))
        )
    ) as named
)
where column_name is not null and coalesce(first_seen_at > dropped_at, true)
group by {{ table }}, lower(column_name)
{%- endmacro -%}
