select coalesce(max(decode_batch_id), 0) from changefeed_internal.statements where true;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where decode_batch_id > 5 and operation in ('ddl', 'truncate');

select coalesce(max(decode_batch_id), 0) from changefeed_internal.statements where true;

select feed, min(first_batch_id) from changefeed_internal.read_batches where kind = 'redecode' and decode_batch_id > 5 group by feed order by feed;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.statements where true;

select feed, min(first_batch_id) from changefeed_internal.read_batches where kind = 'redecode' and decode_batch_id > 5 group by feed order by feed;

insert into changefeed_internal.statements replace where (feed = 'shop' and batch_id >= 1 and true) or decode_batch_id > 5

with statements as (
    -- as in models/changefeed_statements/all_at_once.sql
),

final as (
    -- as in models/changefeed_statements/landed.sql
)

select * from final;

select 1 from changefeed_internal.statements limit 1;
