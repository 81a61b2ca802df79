select coalesce(max(decode_batch_id), 0) from changefeed_internal.refold_requests where true;

select (select true from changefeed_internal.source_epochs where since is not null limit 1), (select true from changefeed_internal.concurrent_changes where what = 'rank' limit 1);

select (select count(*) from changefeed_internal.read_batches where kind = 'redecode' and decode_batch_id > 5) as redecoded, (select count(*) from changefeed_internal.source_epochs where since is not null and decode_batch_id > 5) as epochs, (select count(*) from changefeed_internal.table_reloads where feed <> '' and decode_batch_id > 5) as reloads, (select count(*) from changefeed_internal.concurrent_changes where what = 'rank' and decode_batch_id < 6 and ranked_batch_id > 5) as ranks, (select count(*) from changefeed_internal.event_actions where decode_batch_id > 5) as actions, (select count(*) from changefeed_internal.redefined_keys where what = 'present' and decode_batch_id > 5) as redefined_keys, (select count(*) from changefeed_internal.statements where size(former_tables) > 0 and decode_batch_id > 5) as former_tables, (select count(*) from changefeed_internal.sweeps where declared_at > (select coalesce(max(opened_at), timestamp '1970-01-01') - interval 10 minutes from changefeed_internal.read_batches where decode_batch_id <= 5)) as sweeps;

select 1 from changefeed_internal.redefined_keys where what = 'present' limit 1;

select coalesce(max(up_to_batch_id), 0) from changefeed_internal.removals where removed_from = 'changes';

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
        row_key,
        cast(null as string) as rows,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as first_position,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as last_position,
        'source_epoch' as reason
    from (
        select distinct feed, source_database, source_schema, source_table, row_key
        from (
            select
                -- as in models/changefeed_folded_rows/landed.sql
            from (
                select
                    -- as in models/changefeed_folded_rows/landed.sql
                from (
                    select
                        -- as in models/changefeed_folded_rows/landed.sql
                    from (
                        select
                            *,
                            size(key_columns) = 0 and table_actions.column_actions is not null as is_renewed
                        from (
                            select *
                            from (
                                select
                                    * except (source_database, source_schema, source_table, present, renames),
                                    coalesce(present.source_database, source_database) as source_database,
                                    coalesce(present.source_schema, source_schema) as source_schema,
                                    coalesce(present.source_table, source_table) as source_table
                                from (
                                    select
                                        -- as in models/changefeed_table_actions/first.sql
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
                                            column_types,
                                            source_kind,
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
                                    )
                                    left join changefeed_internal.table_renames using (feed)
                                )
                            )
                            where source_table <> '' and (true)
                        )
                        left join (select feed, source_database, source_schema, source_table, struct(last_reset, last_reset_by_partition, resets, column_actions, swept_before, sweeps) as table_actions
            from changefeed_internal.table_actions) using (feed, source_database, source_schema, source_table)
                    )
                )
            )
        )
    )

    union all

    select
        feed,
        source_database,
        source_schema,
        source_table,
        row_key,
        cast(null as string) as rows,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as first_position,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as last_position,
        'loaded_again' as reason
    from (
        select distinct feed, source_database, source_schema, source_table, row_key
        from (
            select
                -- as in models/changefeed_folded_rows/landed.sql
            from (
                select
                    -- as in models/changefeed_folded_rows/landed.sql
                from (
                    select
                        -- as in models/changefeed_folded_rows/landed.sql
                    from (
                        select
                            *,
                            size(key_columns) = 0 and table_actions.column_actions is not null as is_renewed
                        from (
                            select *
                            from (
                                select
                                    * except (source_database, source_schema, source_table, present, renames),
                                    coalesce(present.source_database, source_database) as source_database,
                                    coalesce(present.source_schema, source_schema) as source_schema,
                                    coalesce(present.source_table, source_table) as source_table
                                from (
                                    select
                                        -- as in models/changefeed_table_actions/first.sql
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
                                            column_types,
                                            source_kind,
                                            decode_batch_id
                                        from (select ordered.*
                                        from changefeed_internal.ordered_changes as ordered
                                        inner join (
                                            select feed, min(epoch) as first_epoch from changefeed_internal.table_reloads where feed <> '' and decode_batch_id > 5 group by feed
                                        ) as reloads on ordered.feed = reloads.feed
                                        where
                                            ordered.decode_batch_id < 6
                                            and size(ordered.key_columns) = 0
                                            and ordered.position.epoch >= reloads.first_epoch)
                                        where
                                            operation in ('snapshot', 'insert', 'update', 'delete')
                                    )
                                    left join changefeed_internal.table_renames using (feed)
                                )
                            )
                            where source_table <> '' and (true)
                        )
                        left join (select feed, source_database, source_schema, source_table, struct(last_reset, last_reset_by_partition, resets, column_actions, swept_before, sweeps) as table_actions
            from changefeed_internal.table_actions) using (feed, source_database, source_schema, source_table)
                    )
                )
            )
        )
    )

    union all

    select
        feed,
        source_database,
        source_schema,
        source_table,
        row_key,
        cast(null as string) as rows,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as first_position,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as last_position,
        'concurrent_changes' as reason
    from (
        select distinct feed, source_database, source_schema, source_table, row_key
        from (
            select
                -- as in models/changefeed_folded_rows/landed.sql
            from (
                select
                    -- as in models/changefeed_folded_rows/landed.sql
                from (
                    select
                        -- as in models/changefeed_folded_rows/landed.sql
                    from (
                        select
                            *,
                            size(key_columns) = 0 and table_actions.column_actions is not null as is_renewed
                        from (
                            select *
                            from (
                                select
                                    * except (source_database, source_schema, source_table, present, renames),
                                    coalesce(present.source_database, source_database) as source_database,
                                    coalesce(present.source_schema, source_schema) as source_schema,
                                    coalesce(present.source_table, source_table) as source_table
                                from (
                                    select
                                        -- as in models/changefeed_table_actions/first.sql
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
                                            column_types,
                                            source_kind,
                                            decode_batch_id
                                        from (select ordered.*
                                        from changefeed_internal.ordered_changes as ordered
                                        left semi join (
                                            select * from changefeed_internal.concurrent_changes where what = 'rank' and decode_batch_id < 6 and ranked_batch_id > 5
                                        ) as reranked
                                            on ordered.batch_id = reranked.batch_id and ordered.feed = reranked.feed and ordered.topic = reranked.topic and ordered.topic_incarnation = reranked.topic_incarnation and ordered.partition = reranked.partition and ordered.offset = reranked.offset and ordered.message_index = reranked.message_index
                                        where ordered.decode_batch_id < 6)
                                        where
                                            operation in ('snapshot', 'insert', 'update', 'delete')
                                    )
                                    left join changefeed_internal.table_renames using (feed)
                                )
                            )
                            where source_table <> '' and (true)
                        )
                        left join (select feed, source_database, source_schema, source_table, struct(last_reset, last_reset_by_partition, resets, column_actions, swept_before, sweeps) as table_actions
            from changefeed_internal.table_actions) using (feed, source_database, source_schema, source_table)
                    )
                )
            )
        )
    )

    union all

    select
        feed,
        source_database,
        source_schema,
        source_table,
        row_key,
        cast(null as string) as rows,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as first_position,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as last_position,
        'swept' as reason
    from (
        select distinct feed, source_database, source_schema, source_table, row_key
        from (
            select
                -- as in models/changefeed_folded_rows/landed.sql
            from (
                select
                    -- as in models/changefeed_folded_rows/landed.sql
                from (
                    select
                        -- as in models/changefeed_folded_rows/landed.sql
                    from (
                        select
                            *,
                            size(key_columns) = 0 and table_actions.column_actions is not null as is_renewed
                        from (
                            select *
                            from (
                                select
                                    * except (source_database, source_schema, source_table, present, renames),
                                    coalesce(present.source_database, source_database) as source_database,
                                    coalesce(present.source_schema, source_schema) as source_schema,
                                    coalesce(present.source_table, source_table) as source_table
                                from (
                                    select
                                        -- as in models/changefeed_table_actions/first.sql
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
                                            column_types,
                                            source_kind,
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
                                    )
                                    left join changefeed_internal.table_renames using (feed)
                                )
                            )
                            where source_table <> '' and (true)
                        )
                        left join (select feed, source_database, source_schema, source_table, struct(last_reset, last_reset_by_partition, resets, column_actions, swept_before, sweeps) as table_actions
            from changefeed_internal.table_actions) using (feed, source_database, source_schema, source_table)
                    )
                )
            )
        )
    )

    union all

    select
        feed,
        source_database,
        source_schema,
        source_table,
        cast(null as string) as row_key,
        rows,
        first_position,
        last_position,
        'late_action' as reason
    from (
        select *, 'keyless' as rows from (select feed, source_database, source_schema, source_table, min(position) as first_position, max(position) as last_position
        from (select
            -- as in models/changefeed_table_actions/first.sql, under select
        from (
            -- as in models/changefeed_table_actions/first.sql
        )
        where coalesce(present.source_table, source_table) <> '')
        where decode_batch_id > 5 and action in ('truncate', 'drop_table')
        group by all)
    )

    union all

    select
        feed,
        source_database,
        source_schema,
        source_table,
        cast(null as string) as row_key,
        rows,
        first_position,
        last_position,
        'late_action' as reason
    from (
        select *, 'keyed' as rows from (select feed, source_database, source_schema, source_table, min(position) as first_position, max(position) as last_position
        from (select
            -- as in models/changefeed_table_actions/first.sql, under select
        from (
            -- as in models/changefeed_table_actions/first.sql
        )
        where coalesce(present.source_table, source_table) <> '')
        where decode_batch_id > 5 and action in ('add_column', 'drop_column', 'rename_column', 'change_type')
        group by all)
    )

    union all

    select
        feed,
        source_database,
        source_schema,
        source_table,
        cast(null as string) as row_key,
        rows,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as first_position,
        cast(null as struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>) as last_position,
        'columns_changed' as reason
    from (
        select distinct feed, source_database, source_schema, source_table, 'keyless' as rows from (select distinct feed, source_database, source_schema, source_table
        from (
            select *
            from (
                select
                    * except (source_database, source_schema, source_table, present, renames),
                    coalesce(present.source_database, source_database) as source_database,
                    coalesce(present.source_schema, source_schema) as source_schema,
                    coalesce(present.source_table, source_table) as source_table
                from (
                    select
                        -- as in models/changefeed_table_actions/first.sql
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
                        from changefeed_internal.ordered_changes
                        where
                            operation in ('snapshot', 'insert', 'update', 'delete')
                    )
                    left join changefeed_internal.table_renames using (feed)
                )
            )
            where source_table <> '' and (size(key_columns) = 0)
        )) left semi join (select feed, source_database, source_schema, source_table, min(position) as first_position, max(position) as last_position
        from (select
            -- as in models/changefeed_table_actions/first.sql, under select
        from (
            -- as in models/changefeed_table_actions/first.sql
        )
        where coalesce(present.source_table, source_table) <> '')
        where decode_batch_id > 5 and action in ('add_column', 'drop_column', 'rename_column', 'change_type')
        group by all) using (feed, source_database, source_schema, source_table)
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
        'key_renamed' as reason
    from (
        select distinct feed, source_database, source_schema, source_table
        from (
            select distinct feed, source_database, source_schema, source_table, key_columns
            from (
                select *
                from (
                    -- as in models/changefeed_refold_requests/all_at_once.sql
                )
                where source_table <> '' and (size(key_columns) > 1)
            )
        )
        inner join (
            select feed, source_database, source_schema, source_table, collect_list(struct(action, column_name)) as column_actions
            from (
                -- as in models/changefeed_table_actions/first.sql, under with actions as (
            )
            where action = 'rename_column' and decode_batch_id > 5
            group by all
        ) using (feed, source_database, source_schema, source_table)
        where size(key_columns) > 1 and exists(
            column_actions,
            action -> action.action = 'rename_column' and exists(key_columns, name -> lower(name) = lower(action.column_name))
        )
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
        'table_renamed' as reason
    from (
        select feed, name.* from changefeed_internal.event_actions lateral view explode(array(struct(source_database, source_schema, source_table), struct(new_database as source_database, new_schema as source_schema, new_table as source_table))) as name where action = 'rename_table' and decode_batch_id > 5
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
        'other_table_meant' as reason
    from (
        select feed, name.source_database, name.source_schema, name.source_table
        from changefeed_internal.statements
        lateral view explode(former_tables) as name
        where decode_batch_id > 5
        union
        select feed, name.source_database, name.source_schema, name.source_table
        from changefeed_internal.table_renames
        left semi join (
            select feed from changefeed_internal.statements where size(former_tables) > 0 and decode_batch_id > 5
        ) using (feed)
        lateral view explode(renames) as step
        lateral view explode(array(
            struct(step.source_database, step.source_schema, step.source_table),
            struct(step.new_database as source_database, step.new_schema as source_schema, step.new_table as source_table)
        )) as name
    )

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final) where (select count(*) from changefeed_internal.refold_requests as stored where stored.decode_batch_id between 6 and 6) = 0;
