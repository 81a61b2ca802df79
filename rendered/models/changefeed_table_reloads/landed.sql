create or replace table changefeed_internal.table_reloads

    using delta

      comment '…'

      as

with final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        '' as source_database,
        '' as source_schema,
        '' as source_table,
        0 as epoch,
        cast(null as timestamp) as since,
        false as is_valid

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final;
