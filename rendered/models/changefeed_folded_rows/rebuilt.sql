select coalesce(max(applied_batch_id), 0) from changefeed_internal.folded_rows where true;

select coalesce(max(decode_batch_id), 0), coalesce(max(if(size(key_columns) = 0, 1, 0)), 0), coalesce(max(if(is_partial, 1, 0)), 0), coalesce(max(-coalesce(unix_micros(position.ordered_at), 0)), 0) from changefeed_internal.decoded where decode_batch_id > 5 and operation in ('snapshot', 'insert', 'update', 'delete');

select coalesce(max(decode_batch_id), 0) from changefeed_internal.refold_requests where reason is not null;

select coalesce(max(if(row_key is not null, 1, 0)), 0), coalesce(max(if(first_position is not null, 1, 0)), 0), coalesce(max(if(row_key is null and first_position is null, 1, 0)), 0) from changefeed_internal.refold_requests where reason is not null and decode_batch_id > 5;

select (select true from changefeed_internal.decoded where is_partial limit 1), (select true from changefeed_internal.decoded where position.sequence is not null limit 1);

select coalesce(max(refold_batch_id), 0) from changefeed_internal.folded_rows where refold_batch_id is not null;

select 1 from changefeed_internal.redefined_keys where what = 'present' limit 1;

describe extended changefeed_internal.folded_rows;

merge into changefeed_internal.folded_rows as stored
using (
    select * from (
        with changes as (

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
                            select * except (is_rebuilt)
                            from (
                                select
                                    stated.*,
                                    (
                                        whole_feeds.rebuilt_feed is not null
                                        or coalesce(not whole_tables.rebuilt_keyless_only or size(stated.key_columns) = 0, false)
                                    ) as is_rebuilt
                                from (
                                    select *
                                    from (
                                        -- as in models/changefeed_folded_rows/landed.sql
                                    )
                                    where source_table <> ''
                                ) as stated
                                left join (
                                    select distinct rebuilt_feed
                                    from (
                                        select distinct
                                                    feed as rebuilt_feed,
                                                    source_database as rebuilt_database,
                                                    source_schema as rebuilt_schema,
                                                    source_table as rebuilt_table,
                                                    coalesce(rows = 'keyless', false) as rebuilt_keyless_only
                                                from changefeed_internal.refold_requests
                                                where reason is not null and row_key is null and first_position is null and decode_batch_id > 5
                                    )
                                    where rebuilt_table is null
                                ) as whole_feeds on stated.feed = whole_feeds.rebuilt_feed
                                left join (
                                    select rebuilt_feed, rebuilt_database, rebuilt_schema, rebuilt_table, bool_and(rebuilt_keyless_only) as rebuilt_keyless_only
                                    from (
                                        -- as in models/changefeed_folded_rows/rebuilt.sql
                                    )
                                    where rebuilt_table is not null
                                    group by rebuilt_feed, rebuilt_database, rebuilt_schema, rebuilt_table
                                ) as whole_tables
                                    on
                                        stated.feed = whole_tables.rebuilt_feed
                                        and stated.source_database = whole_tables.rebuilt_database
                                        and stated.source_schema = whole_tables.rebuilt_schema
                                        and stated.source_table = whole_tables.rebuilt_table
                            )
                            where decode_batch_id > 5 or is_rebuilt
                        )
                        left join (select feed, source_database, source_schema, source_table, struct(last_reset, last_reset_by_partition, resets, column_actions, swept_before, sweeps) as table_actions
            from changefeed_internal.table_actions) using (feed, source_database, source_schema, source_table)
                    )
                )
            )

        )

        select
            feed, source_database, source_schema, source_table, row_key,
            last.key_columns,
            last.image as row,
            last.position as settled_position,
            false as needs_base,
            if(is_keyless, copies_added - copies_low, if(last.is_deleted, 0, 1)) as copies,
            if(is_keyless, copies_added - copies_low = 0, last.is_deleted) as is_deleted,
            last.operation,
            last.changed_at,
            last.position,
            first_position,
            is_keyless,
            copies_added,
            copies_low,
            if(is_keyless, -copies_low, 0L) as copies_missed,
            table_actions,
            applied_batch_id
        from (
            select
                *
            from (
                select
                    feed, source_database, source_schema, source_table, row_key,
                    max_by(
                        named_struct(
                            'key_columns', key_columns,
                            'is_deleted', after is null,
                            'operation', operation,
                            'changed_at', source_at,
                            'image', image,
                            'position', position
                        ),
                        position
                    ) as last,
                    min(position) as first_position,
                    size(max_by(key_columns, position)) = 0 as is_keyless,
                    coalesce(sum(copies), 0) as copies_added,
                    least(coalesce(min(running_copies - if(copies = 0, 1, 0)), 0), 0) as copies_low,
                    any_value(table_actions) as table_actions,
                    max(decode_batch_id) as applied_batch_id
                from (
                    select
                        *,
                        sum(copies) over (partition by feed, source_database, source_schema, source_table, row_key order by position) as running_copies
                    from (
                        select
                            *,
                            coalesce(after, before, cast(map() as map<string,string>)) as image,
                            if(size(key_columns) = 0 and (is_copy or (
                                coalesce(position < coalesce(element_at(table_actions.last_reset_by_partition, concat_ws('/', position.topic, position.topic_incarnation, position.partition)), table_actions.last_reset).position, false)
                                or coalesce(position.ordered_at < table_actions.swept_before, false)
                            )), null, case
                                when operation in ('insert', 'snapshot') or previous_row_key is not null then 1
                                when after is null then -1
                                else 0
                            end) as copies
                        from (select
            * except (said, is_later, delivery, place_in_delivery),
            position.sequence is not null and row_number() over (partition by feed, source_database, source_schema, source_table, row_key, position.epoch, position.sequence, position.message_index, position.step, said, place_in_delivery order by position) > 1 as is_copy
        from (
            -- as in models/changefeed_order_health/first.sql
        ))
                    )
                )
                group by feed, source_database, source_schema, source_table, row_key
            )
        )
    )
    full outer join (
        select feed, source_database, source_schema, source_table, row_key, is_rebuilt
        from (
            select
                stated.*,
                (
                    whole_feeds.rebuilt_feed is not null
                    or coalesce(not whole_tables.rebuilt_keyless_only or size(stated.key_columns) = 0, false)
                ) as is_rebuilt
            from (
                select feed, source_database, source_schema, source_table, row_key, key_columns from changefeed_internal.folded_rows
            ) as stated
            left join (
                -- as in models/changefeed_folded_rows/rebuilt.sql
            ) as whole_feeds on stated.feed = whole_feeds.rebuilt_feed
            left join (
                -- as in models/changefeed_folded_rows/rebuilt.sql
            ) as whole_tables
                on
                    stated.feed = whole_tables.rebuilt_feed
                    and stated.source_database = whole_tables.rebuilt_database
                    and stated.source_schema = whole_tables.rebuilt_schema
                    and stated.source_table = whole_tables.rebuilt_table
        )
        where is_rebuilt
    ) using (feed, source_database, source_schema, source_table, row_key)
) as new
on
    stored.feed = new.feed
    and stored.source_database = new.source_database
    and stored.source_schema = new.source_schema
    and stored.source_table = new.source_table
    and stored.row_key = new.row_key
when matched and new.is_rebuilt and new.position is null then delete
when matched and new.is_rebuilt then update set
    key_columns = new.key_columns,
    row = if(new.needs_base, null, new.row),
    copies = new.copies,
    copies_missed = new.copies_missed,
    is_deleted = new.is_deleted,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    settled_position = new.settled_position,
    applied_batch_id = new.applied_batch_id,
    refold_batch_id = if(new.needs_base, new.applied_batch_id, null)
when matched
    and new.is_keyless
    and new.first_position > stored.position
    and not coalesce(new.first_position.epoch = stored.position.epoch and new.first_position.sequence = stored.position.sequence, false)
then update set
    copies = if((
    coalesce(stored.position < coalesce(element_at(new.table_actions.last_reset_by_partition, concat_ws('/', stored.position.topic, stored.position.topic_incarnation, stored.position.partition)), new.table_actions.last_reset).position, false)
    or coalesce(stored.position.ordered_at < new.table_actions.swept_before, false)
), 0, stored.copies) + new.copies_added - least(0, if((
    coalesce(stored.position < coalesce(element_at(new.table_actions.last_reset_by_partition, concat_ws('/', stored.position.topic, stored.position.topic_incarnation, stored.position.partition)), new.table_actions.last_reset).position, false)
    or coalesce(stored.position.ordered_at < new.table_actions.swept_before, false)
), 0, stored.copies) + new.copies_low),
    copies_missed = coalesce(if((
    coalesce(stored.position < coalesce(element_at(new.table_actions.last_reset_by_partition, concat_ws('/', stored.position.topic, stored.position.topic_incarnation, stored.position.partition)), new.table_actions.last_reset).position, false)
    or coalesce(stored.position.ordered_at < new.table_actions.swept_before, false)
), 0, stored.copies_missed), 0) - least(0, if((
    -- as in models/changefeed_folded_rows/rebuilt.sql, under ), 0, stored.copies) + new.copies_added - least(0, if((
), 0, stored.copies) + new.copies_low),
    is_deleted = if((
    coalesce(stored.position < coalesce(element_at(new.table_actions.last_reset_by_partition, concat_ws('/', stored.position.topic, stored.position.topic_incarnation, stored.position.partition)), new.table_actions.last_reset).position, false)
    or coalesce(stored.position.ordered_at < new.table_actions.swept_before, false)
), 0, stored.copies) + new.copies_added - least(0, if((
    -- as in models/changefeed_folded_rows/rebuilt.sql
), 0, stored.copies) + new.copies_low) = 0,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    applied_batch_id = new.applied_batch_id
when matched and (
    new.is_keyless
) then update set
    refold_batch_id = new.applied_batch_id,
    applied_batch_id = new.applied_batch_id
when matched and new.position > stored.position then update set
    key_columns = new.key_columns,
    row = new.row,
    settled_position = new.settled_position,
    copies = new.copies,
    is_deleted = new.is_deleted,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    applied_batch_id = new.applied_batch_id
when not matched then insert (feed, source_database, source_schema, source_table, row_key, key_columns, copies, is_deleted, operation, position, applied_batch_id, changed_at, settled_position, copies_missed, table_bucket, row, refold_batch_id)
values (new.feed, new.source_database, new.source_schema, new.source_table, new.row_key, new.key_columns, new.copies, new.is_deleted, new.operation, new.position, new.applied_batch_id, new.changed_at, new.settled_position, new.copies_missed, pmod(hash(new.feed, new.source_database, new.source_schema, new.source_table), 16), if(new.needs_base, null, new.row), if(new.needs_base, new.applied_batch_id, null));

select coalesce(max(refold_batch_id), 0) from changefeed_internal.folded_rows where refold_batch_id is not null;
