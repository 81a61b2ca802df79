select coalesce(max(last_batch_id), 0), coalesce(max(decode_batch_id), 0), coalesce(max(if(feed = '', 1, 0)), 0), coalesce(max(declarations), 0) from changefeed_internal.read_batches where true;

select (select count(*) from changefeed_internal.restarts) + (select count(*) from changefeed_internal.sweeps);

select max(batch_id), count(*) from changefeed.messages where batch_id > 9;
