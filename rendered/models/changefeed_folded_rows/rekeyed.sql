select coalesce(max(applied_batch_id), 0) from changefeed_internal.folded_rows where true;

select coalesce(max(decode_batch_id), 0), coalesce(max(if(size(key_columns) = 0, 1, 0)), 0), coalesce(max(if(is_partial, 1, 0)), 0), coalesce(max(-coalesce(unix_micros(position.ordered_at), 0)), 0) from changefeed_internal.decoded where decode_batch_id > 5 and operation in ('snapshot', 'insert', 'update', 'delete');

select coalesce(max(decode_batch_id), 0) from changefeed_internal.refold_requests where reason is not null;

select coalesce(max(if(row_key is not null, 1, 0)), 0), coalesce(max(if(first_position is not null, 1, 0)), 0), coalesce(max(if(row_key is null and first_position is null, 1, 0)), 0) from changefeed_internal.refold_requests where reason is not null and decode_batch_id > 5;

select (select true from changefeed_internal.decoded where is_partial limit 1), (select true from changefeed_internal.decoded where position.sequence is not null limit 1);

select coalesce(max(refold_batch_id), 0) from changefeed_internal.folded_rows where refold_batch_id is not null;

describe extended changefeed_internal.folded_rows;

merge into changefeed_internal.folded_rows as stored
using (
    select * from (
        with changes as (

            select
                * except (
                    row_key, previous_row_key, key_columns, operation, after, position,
                    present_key, seen_keys, is_former, key_before, key_after, old_key, is_witness, new_key, added_step
                ),
                coalesce(if(added_step = 0 and (after is null or old_key <> new_key), old_key, new_key), row_key) as row_key,
                case
                    when added_step = 1 then old_key
                    when coalesce(old_key, new_key) is null then previous_row_key
                end as previous_row_key,
                if(coalesce(old_key, new_key) is null, key_columns, present_key) as key_columns,
                if(old_key <> new_key, 'update', operation) as operation,
                if(added_step = 0 and coalesce(old_key <> new_key, false), null, after) as after,
                named_struct(
                'epoch', position.epoch,
                'sequence', position.sequence,
                'ordered_at', position.ordered_at,
                'concurrent_rank', position.concurrent_rank,
                'topic', position.topic,
                'topic_incarnation', position.topic_incarnation,
                'partition', position.partition,
                'offset', position.offset,
                'message_index', position.message_index,
                'step', position.step + added_step
            ) as position
            from (
                select
                    *,
                    if(after is null, null, coalesce(key_after, old_key)) as new_key
                from (
                    select
                        * except (witnessed),
                        if(is_former, coalesce(key_before, nullif(last_value(if(after is null, '', if(is_former, key_after, row_key)), true) over (
                            partition by feed, source_database, source_schema, source_table, coalesce(witnessed.key_columns, key_columns), coalesce(witnessed.row_key, row_key)
                            order by position rows between unbounded preceding and 1 preceding
                        ), '')), null) as old_key,
                        witnessed is not null as is_witness
                    from (
                        select
                            *,
                            if(is_former and size(array_except(present_key, map_keys(before))) = 0, to_json(transform(present_key, k -> before[k])), null) as key_before,
                            if(is_former and size(array_except(present_key, map_keys(after))) = 0, to_json(transform(present_key, k -> after[k])), null) as key_after
                        from (
                            select *, present_key is not null and size(key_columns) > 0 and key_columns <> present_key as is_former
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
                                            if(is_before_changed_only, map_concat(map_filter(after, (name, text) -> not map_contains_key(before, name)), before), before) as before,
                                            after,
                                            source_at,
                                            position,
                                            decode_batch_id
                                        from (select
                                            -- as in models/changefeed_folded_rows/landed.sql
                                        from changefeed_internal.decoded as log)
                                        where
                                            operation in ('snapshot', 'insert', 'update', 'delete')
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
                                where decode_batch_id > 5 or is_rebuilt
                            )
                            left join (select feed, source_database, source_schema, source_table, max_by(key_columns, decode_batch_id) as present_key
                            from changefeed_internal.redefined_keys
                            where what = 'present'
                            group by feed, source_database, source_schema, source_table) using (feed, source_database, source_schema, source_table)
                            left join (select feed, source_database, source_schema, source_table, collect_set(key_columns) as seen_keys
                            from changefeed_internal.redefined_keys
                            where what = 'seen'
                            group by feed, source_database, source_schema, source_table) using (feed, source_database, source_schema, source_table)
                        )
                    )
                    lateral view explode(concat(if(
                        present_key is null or is_former or size(key_columns) = 0,
                        array(),
                        transform(
                            array(coalesce(after, map_from_arrays(key_columns, from_json(row_key, 'array<string>')))),
                            told -> transform(
                                filter(coalesce(seen_keys, array()), seen -> seen <> key_columns and size(array_except(seen, map_keys(told))) = 0),
                                seen -> struct(seen as key_columns, to_json(transform(seen, k -> told[k])) as row_key)
                            )
                        )[0]
                    ), array(null))) as witnessed
                )
                where not is_witness
            )
            lateral view explode(if(is_former and old_key <> new_key, array(0, 1), array(0))) as added_step

        )

        select
            -- as in models/changefeed_folded_rows/keyless.sql
        from (
            -- as in models/changefeed_folded_rows/keyless.sql
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
        -- as in models/changefeed_folded_rows/rebuilt.sql
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
    -- as in models/changefeed_folded_rows/rebuilt.sql
when matched
    and new.is_keyless
    and new.first_position > stored.position
    and not coalesce(new.first_position.epoch = stored.position.epoch and new.first_position.sequence = stored.position.sequence, false)
then update set
    -- as in models/changefeed_folded_rows/keyless.sql
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
