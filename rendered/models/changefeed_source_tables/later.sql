select coalesce(max(decode_batch_id), 0) from changefeed_internal.source_tables where true;

insert into changefeed_internal.source_tables by name

with final as (
    -- as in models/changefeed_source_tables/nothing.sql
)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final;
