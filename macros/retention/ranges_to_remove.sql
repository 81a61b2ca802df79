{#- A query: the messages up to a load that are not to be kept, as ranges of offsets without a gap. -#}
{%- macro ranges_to_remove(messages, kept, up_to_batch_id) -%}
select
    topic,
    topic_incarnation,
    partition,
    min(offset) as first_offset,
    max(offset) as last_offset
from (
    select
        topic,
        topic_incarnation,
        partition,
        offset,
        offset - row_number() over (partition by topic, topic_incarnation, partition order by offset) as neighbours
    from {{ messages }}
    left anti join (
        {{ kept | indent(8) }}
    ) as kept using (topic, topic_incarnation, partition, offset)
    where batch_id <= {{ up_to_batch_id }}
)
group by topic, topic_incarnation, partition, neighbours
{%- endmacro -%}
