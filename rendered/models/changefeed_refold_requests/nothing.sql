select coalesce(max(decode_batch_id), 0) from changefeed_internal.refold_requests where true;

select (select true from changefeed_internal.source_epochs where feed <> '' limit 1), (select true from changefeed_internal.concurrent_changes where what = 'rank' limit 1);

select (select count(*) from changefeed_internal.event_actions where action <> 'create_table') + (select count(*) from changefeed_internal.sweeps) + (select count(*) from changefeed_internal.table_reloads where feed <> '');
