create or replace view changefeed.schema_changes (
    `feed` comment '…',
    `source_database` comment '…',
    `source_schema` comment '…',
    `source_table` comment '…',
    `change` comment '…',
    `column_name` comment '…',
    `new_name` comment '…',
    `old_type` comment '…',
    `new_type` comment '…',
    `first_seen_in` comment '…',
    `first_seen_at` comment '…',
    `topic` comment '…',
    `topic_incarnation` comment '…',
    `partition` comment '…',
    `offset` comment '…',
    `message_index` comment '…',
    `batch_id` comment '…',
    `decode_batch_id` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

select
    feed,
    source_database,
    source_schema,
    source_table,
    change,
    column_name,
    new_name,
    old_type,
    new_type,
    first_seen_in,
    first_seen_at,
    topic,
    topic_incarnation,
    partition,
    offset,
    message_index,
    batch_id,
    decode_batch_id
from changefeed_internal.source_columns
where change not in ('', 'column_found', 'type_told');
