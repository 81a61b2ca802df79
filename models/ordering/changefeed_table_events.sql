{{ config(materialized='view', alias='table_events') }}

select
    feed,
    source_database,
    source_schema,
    source_table,
    operation,
    statement_kind,
    statement,
    is_understood,
    actions,
    other_spellings,
    former_tables,
    position,
    source_at,
    topic,
    topic_incarnation,
    partition,
    offset,
    message_index,
    batch_id,
    -- A statement that got another rank counts as new: the models behind read it again.
    greatest(decode_batch_id, ranked_batch_id) as decode_batch_id
from (
    {{ changefeed.with_order(ref('changefeed_statements'), ref('changefeed_source_epochs'), ref('changefeed_concurrent_changes')) | indent(4) }}
)
