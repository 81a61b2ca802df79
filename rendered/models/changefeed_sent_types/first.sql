select coalesce(max(decode_batch_id), 0), coalesce(max(declarations), 0) from changefeed_internal.read_batches where true;

create or replace table changefeed_internal.sent_types

    using delta

      comment '…'

      as

with new as (

    select
        feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, column_types,
        min(struct(position, offset, message_index, batch_id)) as first
    from changefeed_internal.decoded
    where
        decode_batch_id > 0
        and dialect in ('debezium', 'debezium_flat', 'debezium_mongodb_flat', 'debezium_avro', 'debezium_flat_avro', 'debezium_cloudevents')
        and operation in ('snapshot', 'insert', 'update', 'delete')
        and column_types is not null
        and false
    group by feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, column_types

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
    cast(0 as bigint) as decode_batch_id
from final;
