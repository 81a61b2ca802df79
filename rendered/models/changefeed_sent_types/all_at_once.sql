select coalesce(max(decode_batch_id), 0), coalesce(max(declarations), 0) from changefeed_internal.read_batches where true;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.sent_types where true;

insert into changefeed_internal.sent_types by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with new as (

    select
        feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, column_types,
        min(struct(position, offset, message_index, batch_id)) as first
    from changefeed_internal.decoded
    where
        decode_batch_id > 5
        and dialect in ('debezium', 'debezium_flat', 'debezium_mongodb_flat', 'debezium_avro', 'debezium_flat_avro', 'debezium_cloudevents')
        and operation in ('snapshot', 'insert', 'update', 'delete')
        and column_types is not null
        and true
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
    left join (
        select
            feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, column_types,
            min(position) as position
        from changefeed_internal.sent_types
        group by feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, column_types
    ) as known using (feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, column_types)
    where coalesce(new.first.position < known.position, true)

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final) where (select count(*) from changefeed_internal.sent_types as stored where stored.decode_batch_id between 6 and 6) = 0;
