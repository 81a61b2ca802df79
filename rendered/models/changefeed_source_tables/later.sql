select coalesce(max(decode_batch_id), 0) from changefeed_internal.source_tables where true;

insert into changefeed_internal.source_tables by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with final as (
    -- as in models/changefeed_source_tables/nothing.sql
)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final) where (select count(*) from changefeed_internal.source_tables as stored where stored.decode_batch_id between 6 and 6) = 0;
