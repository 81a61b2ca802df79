{{ config(materialized='view', alias='quarantine') }}

select
    feed,
    dialect,
    topic,
    topic_incarnation,
    partition,
    offset,
    max_by(source_database, decode_batch_id) as source_database,
    max_by(source_schema, decode_batch_id) as source_schema,
    max_by(source_table, decode_batch_id) as source_table,
    max_by(reason, decode_batch_id) as reason,
    max_by(detail, decode_batch_id) as detail,
    min(decoded_at) as first_seen_at,
    count(*) as attempts,
    cast(null as timestamp) as resolved_at
from {{ ref('changefeed_decoded') }}
where reason is not null
group by feed, dialect, topic, topic_incarnation, partition, offset
