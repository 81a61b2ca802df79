select (select true from changefeed_internal.source_epochs where since is not null limit 1), (select true from changefeed_internal.concurrent_changes where what = 'rank' limit 1);

select coalesce(max(decode_batch_id), 0), coalesce(max(if(size(key_columns) = 0, 1, 0)), 0), coalesce(max(if(is_partial, 1, 0)), 0), coalesce(max(-coalesce(unix_micros(position.ordered_at), 0)), 0) from changefeed_internal.decoded where decode_batch_id > 0 and operation in ('snapshot', 'insert', 'update', 'delete');

select 1 from changefeed_internal.redefined_keys where what = 'present' limit 1;

create or replace table changefeed_internal.folded_rows (
    -- as in models/changefeed_folded_rows/first.sql
)
using delta
partitioned by (table_bucket)
comment '…'
tblproperties ('delta.dataSkippingStatsColumns' = 'feed,source_database,source_schema,source_table,applied_batch_id,refold_batch_id,changed_at,position.ordered_at,copies_missed', 'delta.enableDeletionVectors' = 'true');

insert into changefeed_internal.folded_rows by name select
    new.feed as feed,
    new.source_database as source_database,
    new.source_schema as source_schema,
    new.source_table as source_table,
    new.row_key as row_key,
    new.key_columns as key_columns,
    new.copies as copies,
    new.is_deleted as is_deleted,
    new.operation as operation,
    new.position as position,
    new.applied_batch_id as applied_batch_id,
    new.changed_at as changed_at,
    new.settled_position as settled_position,
    new.copies_missed as copies_missed,
    pmod(hash(new.feed, new.source_database, new.source_schema, new.source_table), 16) as table_bucket,
    if(new.needs_base, null, new.row) as row,
    if(new.needs_base, new.applied_batch_id, null) as refold_batch_id
from (
    with changes as (

    select
        * except (row_key, previous_row_key, key_columns, before, after, compared, comparable, renamed_keys, column_types, source_kind),
        case
            when is_renewed then to_json(array(sha2(to_json(array_sort(map_entries(compared))), 256)))
            when renamed_keys is not null then to_json(transform(sort_array(map_keys(renamed_keys[0])), k -> renamed_keys[0][k]))
            else row_key
        end as row_key,
        if(renamed_keys is null, previous_row_key, to_json(transform(sort_array(map_keys(renamed_keys[1])), k -> renamed_keys[1][k]))) as previous_row_key,
        if(renamed_keys is null, key_columns, sort_array(map_keys(renamed_keys[0]))) as key_columns,
        before,
        after
    from (
        select
            * except (before, after),
            if(
                table_actions.column_actions is null,
                comparable,
                aggregate(
                    filter(
                        table_actions.column_actions,
                        action -> position < coalesce(element_at(action.positions, concat_ws('/', position.topic, position.topic_incarnation, position.partition)), action.position)
                    ),
                    comparable,
                    (row, action) -> case action.action
                        -- as in models/changefeed_current_rows/first.sql
                    end
                )
            ) as compared,
            if(
                size(key_columns) > 1 and exists(
                    table_actions.column_actions,
                    action -> action.action = 'rename_column' and exists(key_columns, name -> lower(name) = lower(action.column_name))
                ),
                transform(
                    array(row_key, previous_row_key),
                    key -> if(
                        table_actions.column_actions is null,
                        map_from_arrays(key_columns, from_json(key, 'array<string>')),
                        aggregate(
                            filter(
                                table_actions.column_actions,
                                action -> position < coalesce(element_at(action.positions, concat_ws('/', position.topic, position.topic_incarnation, position.partition)), action.position)
                            ),
                            map_from_arrays(key_columns, from_json(key, 'array<string>')),
                            (row, action) -> case action.action
                                when 'drop_column' then coalesce(
                                    -- as in models/changefeed_current_rows/first.sql
                                )
                                when 'rename_column' then coalesce(
                                    -- as in models/changefeed_current_rows/first.sql
                                )
                                when 'change_type' then coalesce(
                                    -- as in models/changefeed_current_rows/first.sql
                                )
                                else row
                            end
                        )
                    )
                ),
                null
            ) as renamed_keys,
            if(is_renewed, if(
                table_actions.column_actions is null,
                before,
                aggregate(
                    filter(
                        table_actions.column_actions,
                        action -> position < coalesce(element_at(action.positions, concat_ws('/', position.topic, position.topic_incarnation, position.partition)), action.position)
                    ),
                    before,
                    (row, action) -> case action.action
                        -- as in models/changefeed_current_rows/first.sql
                    end
                )
            ), before) as before,
            if(is_renewed, if(
                table_actions.column_actions is null,
                after,
                aggregate(
                    filter(
                        table_actions.column_actions,
                        action -> position < coalesce(element_at(action.positions, concat_ws('/', position.topic, position.topic_incarnation, position.partition)), action.position)
                    ),
                    after,
                    (row, action) -> case action.action
                        -- as in models/changefeed_current_rows/first.sql
                    end
                )
            ), after) as after
        from (
            select
                *,
                if(
                    is_renewed,
                    transform(
                        array(from_json(column_types, 'map<string,string>')),
                        types -> transform_values(
                            coalesce(after, before),
                            (name, text) -> if(text is null or types[name] is null, text, transform(
                                -- as in dialects/baseline.sql
                            )[0])
                        )
                    )[0],
                    null
                ) as comparable
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
                                from (select
                                    log.* except (position),
                                    cast(null as bigint) as ranked_batch_id,
                                    named_struct(
                                        'epoch', 0,
                                        'sequence', log.position.sequence,
                                        'ordered_at', log.position.ordered_at,
                                        'concurrent_rank', cast(null as int),
                                        'topic', log.position.topic,
                                        'topic_incarnation', log.position.topic_incarnation,
                                        'partition', log.position.partition,
                                        'offset', log.position.offset,
                                        'message_index', log.position.message_index,
                                        'step', log.position.step
                                    ) as position
                                from changefeed_internal.decoded as log)
                                where
                                    operation in ('snapshot', 'insert', 'update', 'delete')
                            )
                            left join changefeed_internal.table_renames using (feed)
                        )
                    )
                    where source_table <> '' and (decode_batch_id > 0)
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
    if(size(parts) = 0, whole_row, aggregate(
        array_sort(
            transform(parts, part -> named_struct('position', part.position, 'image', if(
                table_actions.column_actions is null,
                part.image,
                aggregate(
                    filter(
                        table_actions.column_actions,
                        action -> part.position < coalesce(element_at(action.positions, concat_ws('/', part.position.topic, part.position.topic_incarnation, part.position.partition)), action.position)
                        and coalesce(coalesce(element_at(action.positions, concat_ws('/', part.position.topic, part.position.topic_incarnation, part.position.partition)), action.position) < last.position, true)
                    ),
                    part.image,
                    (row, action) -> case action.action
                        -- as in models/changefeed_folded_rows/landed.sql
                    end
                )
            ))),
            (one, other) -> case when struct(one.position) < struct(other.position) then -1 when struct(one.position) > struct(other.position) then 1 else 0 end
        ),
        coalesce(coalesce(if(
        table_actions.column_actions is null,
        whole_row,
        aggregate(
            filter(
                table_actions.column_actions,
                action -> whole_position < coalesce(element_at(action.positions, concat_ws('/', whole_position.topic, whole_position.topic_incarnation, whole_position.partition)), action.position)
                and coalesce(coalesce(element_at(action.positions, concat_ws('/', whole_position.topic, whole_position.topic_incarnation, whole_position.partition)), action.position) < last.position, true)
            ),
            whole_row,
            (row, action) -> case action.action
                -- as in models/changefeed_current_rows/first.sql
            end
        )
    ), if(
        table_actions.column_actions is null,
        cast(map() as map<string,string>),
        aggregate(
            filter(
                table_actions.column_actions,
                action -> first_position < coalesce(element_at(action.positions, concat_ws('/', first_position.topic, first_position.topic_incarnation, first_position.partition)), action.position)
                and coalesce(coalesce(element_at(action.positions, concat_ws('/', first_position.topic, first_position.topic_incarnation, first_position.partition)), action.position) < last.position, true)
            ),
            cast(map() as map<string,string>),
            (row, action) -> case action.action
                -- as in models/changefeed_current_rows/first.sql
            end
        )
    )), cast(map() as map<string,string>)),
        (row, part) -> map_concat(map_filter(row, (name, text) -> not map_contains_key(part.image, name)), part.image)
    )) as row,
    aggregate(
        array_sort(
            -- as in models/changefeed_folded_rows/landed.sql
        ),
        coalesce(null, cast(map() as map<string,string>)),
        (row, part) -> map_concat(map_filter(row, (name, text) -> not map_contains_key(part.image, name)), part.image)
    ) as part,
    whole_position,
    if(is_moved_away, null, whole_position) as settled_position,
    exists(parts, part -> part.is_moved) as needs_base,
    is_moved_away,
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
        except (parts),
        filter(parts, part -> coalesce(part.position > whole_position, true)) as parts
    from (
        select
            feed, source_database, source_schema, source_table, row_key,
            max_by(
                named_struct(
                    'key_columns', key_columns,
                    'is_deleted', after is null,
                    'operation', operation,
                    'changed_at', source_at,
                    'position', position
                ),
                position
            ) as last,
            min(position) as first_position,
            max_by(image, position) filter (where is_whole) as whole_row,
            max(position) filter (where is_whole) as whole_position,
            collect_list(named_struct('position', position, 'image', image, 'is_moved', previous_row_key is not null))
                filter (where not is_whole) as parts,
            bool_or(is_partial and after is null and operation = 'update') as is_moved_away,
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
                    (size(key_columns) = 0 or not is_partial) as is_whole,
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
) as new;

select coalesce(max(refold_batch_id), 0) from changefeed_internal.folded_rows where refold_batch_id is not null;
