create or replace table changefeed_internal.source_tables

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
        cast(0 as bigint) as batch_id
    where false

    union all

    select
        feed, source_database, source_schema, source_table,
        min(batch_id) as batch_id
    from changefeed_internal.decoded
    where
        decode_batch_id > 0
        and operation in ('snapshot', 'insert', 'update', 'delete')
        and false
    group by feed, source_database, source_schema, source_table

)

select
    *,
    cast(0 as bigint) as decode_batch_id
from final;
