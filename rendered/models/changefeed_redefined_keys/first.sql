select (select count(*) from changefeed_internal.event_actions where action <> 'create_table') + (select count(*) from changefeed_internal.sweeps) + (select count(*) from changefeed_internal.table_reloads where feed <> '');

create or replace table changefeed_internal.redefined_keys

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
        cast(null as string) as what,
        cast(null as array<string>) as key_columns

)

select
    *,
    cast(0 as bigint) as decode_batch_id
from final;
