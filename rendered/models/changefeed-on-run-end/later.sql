select coalesce(max(decode_batch_id), 0) from changefeed_internal.read_batches where true;
