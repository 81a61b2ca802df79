select coalesce(max(decode_batch_id), 0) from changefeed_internal.statements where true;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where decode_batch_id > 5 and operation in ('ddl', 'truncate');

select 1 from changefeed_internal.statements limit 1;
