create or replace view changefeed.partition_health (
    `feed` comment '…',
    `topic` comment '…',
    `topic_incarnation` comment '…',
    `partition` comment '…',
    `first_offset` comment '…',
    `last_offset` comment '…',
    `messages` comment '…',
    `offsets_without_message` comment '…',
    `last_kafka_at` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

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
from changefeed_internal.read_batches
where kind = 'new'
group by feed, topic, topic_incarnation, partition;
