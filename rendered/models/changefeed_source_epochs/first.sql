create or replace table changefeed_internal.source_epochs

    using delta

      comment '…'

      as

with declared as (

    select distinct
        feed,
        since
    from changefeed_internal.restarts

),

final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        cast(null as timestamp) as since,
        cast(null as string) as cause,
        false as is_begun,
        cast(null as string) as source_server

    union all

    select
        feed,
        since,
        'declared' as cause,
        true as is_begun,
        null as source_server
    from declared

)

select
    *,
    cast(0 as bigint) as decode_batch_id
from final;
