select coalesce(max(decode_batch_id), 0) from changefeed_internal.source_tables where true;

insert into changefeed_internal.source_tables by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        '' as source_database,
        '' as source_schema,
        '' as source_table,
        cast(0 as bigint) as batch_id
    where true

    union all

    select
        feed, source_database, source_schema, source_table,
        min(batch_id) as batch_id
    from changefeed_internal.decoded
    left anti join (
        select *
        from changefeed_internal.source_tables
    ) as known using (feed, source_database, source_schema, source_table)
    where
        decode_batch_id > 5
        and operation in ('snapshot', 'insert', 'update', 'delete')
        and true
    group by feed, source_database, source_schema, source_table

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final) where (select count(*) from changefeed_internal.source_tables as stored where stored.decode_batch_id between 6 and 6) = 0;
