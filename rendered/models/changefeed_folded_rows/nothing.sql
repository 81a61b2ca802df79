select coalesce(max(applied_batch_id), 0) from changefeed_internal.folded_rows where true;

select coalesce(max(decode_batch_id), 0), coalesce(max(if(size(key_columns) = 0, 1, 0)), 0), coalesce(max(if(is_partial, 1, 0)), 0), coalesce(max(-coalesce(unix_micros(position.ordered_at), 0)), 0) from changefeed_internal.decoded where decode_batch_id > 5 and operation in ('snapshot', 'insert', 'update', 'delete');

select coalesce(max(decode_batch_id), 0) from changefeed_internal.refold_requests where reason is not null;

describe extended changefeed_internal.folded_rows;

select coalesce(max(refold_batch_id), 0) from changefeed_internal.folded_rows where refold_batch_id is not null;
