{#- The messages whose last decoding failed, each with its place in the order of its feed. -#}
{%- macro open_quarantine(log) -%}
select
    feed,
    topic,
    topic_incarnation,
    partition,
    offset,
    max_by(reason, decode_batch_id) as reason,
    max(batch_id) as batch_id,
    max(position.ordered_at) as ordered_at
from {{ log }}
group by feed, topic, topic_incarnation, partition, offset
having max_by(reason is not null, decode_batch_id)
{%- endmacro -%}
