select coalesce(max(decode_batch_id), 0) from changefeed_internal.refold_requests where true;

select (select true from changefeed_internal.source_epochs where since is not null limit 1), (select true from changefeed_internal.concurrent_changes where what = 'rank' limit 1);

select (select count(*) from changefeed_internal.read_batches where kind = 'redecode' and decode_batch_id > 5) as redecoded, (select count(*) from changefeed_internal.source_epochs where since is not null and decode_batch_id > 5) as epochs, (select count(*) from changefeed_internal.table_reloads where feed <> '' and decode_batch_id > 5) as reloads, (select count(*) from changefeed_internal.concurrent_changes where what = 'rank' and decode_batch_id < 6 and ranked_batch_id > 5) as ranks, (select count(*) from changefeed_internal.event_actions where decode_batch_id > 5) as actions, (select count(*) from changefeed_internal.redefined_keys where what = 'present' and decode_batch_id > 5) as redefined_keys, (select count(*) from changefeed_internal.statements where size(former_tables) > 0 and decode_batch_id > 5) as former_tables, (select count(*) from changefeed_internal.sweeps where declared_at > (select coalesce(max(opened_at), timestamp '1970-01-01') - interval 10 minutes from changefeed_internal.read_batches where decode_batch_id <= 5)) as sweeps;

select 1 from changefeed_internal.redefined_keys where what = 'present' limit 1;

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
        -- as in models/changefeed_refold_requests/all_at_once.sql
    from (
        select distinct feed, source_database, source_schema, source_table, row_key
        from (
            select
                feed,
                source_database,
                source_schema,
                source_table,
                row_key,
                key_columns,
                previous_row_key,
                coalesce(is_partial, false) as is_partial,
                operation,
                before,
                after,
                source_at,
                position,
                decode_batch_id
            from (select ordered.*
            from changefeed_internal.ordered_changes as ordered
            left join (select
                feed,
                since,
                cast(row_number() over (partition by feed order by since) as int) as epoch,
                coalesce(lead(since) over (partition by feed order by since), timestamp '9999-12-31 23:59:59.999999') as until
            from (
                select distinct feed, since
                from (
                    select feed, since, cause
                    from changefeed_internal.source_epochs
                    where since is not null and decode_batch_id <= 5
                    group by feed, since, cause
                    having max_by(is_begun, decode_batch_id)
                )
            )) as before
                on ordered.feed = before.feed and ordered.position.ordered_at >= before.since and ordered.position.ordered_at < before.until
            where
                ordered.decode_batch_id < 6
                and ordered.feed in (select feed from changefeed_internal.source_epochs where since is not null and decode_batch_id > 5)
                and ordered.position.epoch <> coalesce(before.epoch, 0))
            where
                operation in ('snapshot', 'insert', 'update', 'delete')
                and (true)
        )
    )

    union all

    select
        -- as in models/changefeed_refold_requests/all_at_once.sql
    from (
        select distinct feed, source_database, source_schema, source_table, row_key
        from (
            select
                feed,
                source_database,
                source_schema,
                source_table,
                row_key,
                key_columns,
                previous_row_key,
                coalesce(is_partial, false) as is_partial,
                operation,
                before,
                after,
                source_at,
                position,
                decode_batch_id
            from (select ordered.*
            from changefeed_internal.ordered_changes as ordered
            left semi join (
                select * from changefeed_internal.sweeps where declared_at > (select coalesce(max(opened_at), timestamp '1970-01-01') - interval 10 minutes from changefeed_internal.read_batches where decode_batch_id <= 5)
            ) as sweeps
                on
                    ordered.feed = sweeps.feed
                    and ordered.source_database = sweeps.source_database
                    and ordered.source_schema = sweeps.source_schema
                    and ordered.source_table = sweeps.source_table
                    and ordered.position.ordered_at >= sweeps.since
            where size(ordered.key_columns) = 0 and ordered.decode_batch_id < 6)
            where
                operation in ('snapshot', 'insert', 'update', 'delete')
                and (true)
        )
    )

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final) where (select count(*) from changefeed_internal.refold_requests as stored where stored.decode_batch_id between 6 and 6) = 0;
