select coalesce(max(decode_batch_id), 0), coalesce(max(declarations), 0) from changefeed_internal.read_batches where true;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.sent_types where true;

select count(*) from changefeed_internal.feed_settings where dialect in ('debezium', 'debezium_flat', 'debezium_mongodb_flat', 'debezium_avro', 'debezium_flat_avro', 'debezium_cloudevents');
