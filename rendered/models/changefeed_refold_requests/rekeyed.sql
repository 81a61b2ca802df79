select coalesce(max(decode_batch_id), 0) from changefeed_internal.refold_requests where true;

select (select true from changefeed_internal.source_epochs where since is not null limit 1), (select true from changefeed_internal.concurrent_changes where what = 'rank' limit 1);

select 1 from changefeed_internal.redefined_keys where what = 'present' limit 1;

select (select count(*) from changefeed_internal.read_batches where kind = 'redecode' and decode_batch_id > 5) as redecoded, (select count(*) from changefeed_internal.source_epochs where since is not null and decode_batch_id > 5) as epochs, (select count(*) from changefeed_internal.table_reloads where feed <> '' and decode_batch_id > 5) as reloads, (select count(*) from changefeed_internal.concurrent_changes where what = 'rank' and decode_batch_id < 6 and ranked_batch_id > 5) as ranks, (select count(*) from changefeed_internal.event_actions where decode_batch_id > 5) as actions, (select count(*) from changefeed_internal.redefined_keys where what = 'present' and decode_batch_id > 5) as redefined_keys, (select count(*) from changefeed_internal.statements where size(former_tables) > 0 and decode_batch_id > 5) as former_tables, (select count(*) from changefeed_internal.sweeps where declared_at > (select coalesce(max(opened_at), timestamp '1970-01-01') - interval 10 minutes from changefeed_internal.read_batches where decode_batch_id <= 5)) as sweeps;

select coalesce(max(up_to_batch_id), 0) from changefeed_internal.removals where removed_from = 'changes';

insert into changefeed_internal.refold_requests by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with final as (

    -- The row without a reason says how far a run has looked.
    select
        -- as in models/changefeed_refold_requests/first.sql
    from (
        select 1
    )

    union all

    select
        feed,
        source_database,
        source_schema,
        source_table,
        cast(null as string) as row_key,
        cast(null as string) as rows,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as first_position,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as last_position,
        'key_redefined' as reason
    from (
        select distinct feed, source_database, source_schema, source_table from changefeed_internal.redefined_keys where what = 'present' and decode_batch_id > 5
    )

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final) where (select count(*) from changefeed_internal.refold_requests as stored where stored.decode_batch_id between 6 and 6) = 0;
