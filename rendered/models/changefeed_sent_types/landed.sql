select coalesce(max(decode_batch_id), 0), coalesce(max(declarations), 0) from changefeed_internal.read_batches where true;

select feed, dialect, history from changefeed_internal.feed_settings order by feed;

create or replace table changefeed_internal.sent_types

    using delta

      comment '…'

      as

with new as (
    -- as in models/changefeed_sent_types/first.sql
),

final as (

    select
        feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, column_types,
        new.first.offset,
        new.first.message_index,
        new.first.position,
        new.first.batch_id
    from new

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final;
