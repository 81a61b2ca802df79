create or replace table changefeed_internal.refold_requests

    using delta

      comment '…'

      as

with final as (

    -- The row without a reason says how far a run has looked.
    select
        cast(null as string) as feed,
        cast(null as string) as source_database,
        cast(null as string) as source_schema,
        cast(null as string) as source_table,
        cast(null as string) as row_key,
        cast(null as string) as rows,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as first_position,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as last_position,
        cast(null as string) as reason
    from (
        select 1
    )

)

select
    *,
    cast(0 as bigint) as decode_batch_id
from final;
