select coalesce(max(decode_batch_id), 0) from changefeed_internal.read_batches where true;

optimize changefeed_internal.sent_types;

optimize changefeed_internal.table_reloads;

optimize changefeed_internal.source_epochs;

optimize changefeed_internal.source_tables;

optimize changefeed_internal.decoded;

optimize changefeed_internal.read_batches;

optimize changefeed_internal.concurrent_changes;

optimize changefeed_internal.statements;

optimize changefeed_internal.folded_rows;

optimize changefeed_internal.versions;

optimize changefeed_internal.refold_requests;
