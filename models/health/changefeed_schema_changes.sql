{{ config(materialized='view', alias='schema_changes') }}

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
from {{ ref('changefeed_source_columns') }}
where change not in ('', 'column_found', 'type_told')
