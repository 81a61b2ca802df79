{#- The messages whose last decoding failed, with what tells where they belong. -#}
{%- macro open_quarantine(log, feed=none, which='true') -%}
select
    feed,
    topic,
    topic_incarnation,
    partition,
    offset,
    max_by(reason, decode_batch_id) as reason,
    max(batch_id) as batch_id,
    max(kafka_at) as kafka_at,
    max(position.ordered_at) as ordered_at
from {{ log }}
where
    {{ which }}
    {%- if feed %}
    and feed = {{ changefeed.sql_string(feed) }}
    {%- endif %}
group by feed, topic, topic_incarnation, partition, offset
having max_by(reason is not null, decode_batch_id)
{%- endmacro -%}
