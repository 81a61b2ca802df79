{{ config(materialized='view', alias='partition_health') }}

select
    feed,
    topic,
    topic_incarnation,
    partition,
    min(first_offset) as first_offset,
    max(last_offset) as last_offset,
    sum(messages) as messages,
    max(last_offset) - min(first_offset) + 1 - sum(messages) as offsets_without_message,
    max(last_kafka_at) as last_kafka_at
from {{ ref('changefeed_read_batches') }}
where kind = 'new'
group by feed, topic, topic_incarnation, partition
