select coalesce(max(decode_batch_id), 0), coalesce(max(declarations), 0) from changefeed_internal.read_batches where true;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.sent_types where true;
