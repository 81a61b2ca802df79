create or replace table changefeed_internal.refold_requests

    using delta

      comment '…'

      as

with final as (
    -- as in models/changefeed_refold_requests/first.sql
)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final;
