{{ config(materialized='view', alias='table_events') }}

select
    feed,
    source_database,
    source_schema,
    source_table,
    operation,
    statement_kind,
    statement,
    false as is_understood,
    position,
    source_at,
    topic,
    topic_incarnation,
    partition,
    offset,
    message_index
from {{ ref('changefeed_decoded') }}
where
    statement_kind is not null
    and operation in ('ddl', 'truncate')
