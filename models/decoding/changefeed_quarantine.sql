{{ config(materialized='view', alias='quarantine') }}

with quarantined as (

    select
        feed,
        topic,
        topic_incarnation,
        partition,
        offset,
        max_by(dialect, decode_batch_id) as dialect,
        max_by(source_database, decode_batch_id) as source_database,
        max_by(source_schema, decode_batch_id) as source_schema,
        max_by(source_table, decode_batch_id) as source_table,
        max_by(reason, decode_batch_id) as reason,
        max_by(detail, decode_batch_id) as detail,
        min(decoded_at) as first_seen_at,
        count(*) as attempts,
        max(decode_batch_id) as decode_batch_id
    from {{ ref('changefeed_decoded') }}
    where reason is not null
    group by feed, topic, topic_incarnation, partition, offset

),

-- Only a read batch of kind retry or redecode decodes a message that was quarantined.
decoded_again as (

    select
        decoded.feed,
        decoded.topic,
        decoded.topic_incarnation,
        decoded.partition,
        decoded.offset,
        max(decoded.decode_batch_id) as decode_batch_id,
        max(decoded.decoded_at) as decoded_at
    from {{ ref('changefeed_decoded') }} as decoded
    left semi join {{ ref('changefeed_read_batches') }} as read_batches
        on decoded.decode_batch_id = read_batches.decode_batch_id and read_batches.kind <> 'new'
    where decoded.reason is null
    group by decoded.feed, decoded.topic, decoded.topic_incarnation, decoded.partition, decoded.offset

)

select
    quarantined.feed,
    quarantined.dialect,
    quarantined.topic,
    quarantined.topic_incarnation,
    quarantined.partition,
    quarantined.offset,
    quarantined.source_database,
    quarantined.source_schema,
    quarantined.source_table,
    quarantined.reason,
    quarantined.detail,
    quarantined.first_seen_at,
    quarantined.attempts,
    if(decoded_again.decode_batch_id > quarantined.decode_batch_id, decoded_again.decoded_at, null) as resolved_at
from quarantined
left join decoded_again using (feed, topic, topic_incarnation, partition, offset)
