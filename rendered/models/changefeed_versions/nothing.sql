describe extended changefeed_internal.versions;

select coalesce(max(refold_batch_id), 0) from changefeed_internal.versions where refold_batch_id is not null;
