select coalesce(max(decode_batch_id), 0) from changefeed_internal.refold_requests where true;

select (select true from changefeed_internal.source_epochs where since is not null limit 1), (select true from changefeed_internal.concurrent_changes where what = 'rank' limit 1);

select 1 from changefeed_internal.redefined_keys where what = 'present' limit 1;
