select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where decode_batch_id > 0 and feed in ('shop') and operation in ('snapshot', 'insert', 'update', 'delete');

create or replace table changefeed_internal.versions (
    -- as in models/changefeed_versions/first.sql
)
using delta
partitioned by (table_bucket)
comment '…'
tblproperties ('delta.dataSkippingStatsColumns' = 'feed,source_database,source_schema,source_table,applied_batch_id,refold_batch_id,valid_from,valid_to', 'delta.enableDeletionVectors' = 'true');

insert into changefeed_internal.versions by name select
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
    new.closed_position as closed_position,
    new.valid_from as valid_from,
    new.valid_to as valid_to,
    pmod(hash(new.feed, new.source_database, new.source_schema, new.source_table), 16) as table_bucket,
    if(new.needs_base, null, new.row) as row,
    if(new.needs_base, new.applied_batch_id, null) as refold_batch_id
from (
    with changes as (

    select *
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
                            -- as in models/changefeed_folded_rows/landed.sql
                        )
                        where source_table <> '' and (feed in ('shop') and (decode_batch_id > 0))
                    )
                    left join (select feed, source_database, source_schema, source_table, struct(last_reset, last_reset_by_partition, resets, column_actions, swept_before, sweeps) as table_actions
        from changefeed_internal.table_actions) using (feed, source_database, source_schema, source_table)
                )
            )
        )
    )
    where (feed = 'shop' and (source_table like 'orders' escape '!'))

),

entries as (

    select
        feed, source_database, source_schema, source_table, row_key,
        key_columns,
        operation,
        position,
        coalesce(source_at, position.ordered_at) as at,
        coalesce(after, before, cast(map() as map<string,string>)) as image,
        (size(key_columns) = 0 or not is_partial) as is_whole,
        is_partial and previous_row_key is not null as is_moved,
        after is null as is_deleted,
        case
            when operation in ('insert', 'snapshot') or previous_row_key is not null then 1
            when after is null then -1
            else 0
        end as copies_added,
        if(case
            when operation in ('insert', 'snapshot') or previous_row_key is not null then 1
            when after is null then -1
            else 0
        end = 0, 1, 0) as copies_dipped,
        decode_batch_id as applied_batch_id
    from (
        -- as in models/changefeed_order_health/first.sql, under told as (
    )
    where not is_copy

),

final as (

    select
        chain.*,
        false as is_late
    from (
        select
            feed, source_database, source_schema, source_table, row_key,
            key_columns,
            operation,
            position,
            lead(position) over by_key as closed_position,
            valid_from,
            lead(valid_from) over by_key as valid_to,
            aggregate(
                array_sort(
                    parts,
                    (one, other) -> case when struct(one.position) < struct(other.position) then -1 when struct(one.position) > struct(other.position) then 1 else 0 end
                ),
                coalesce(null, cast(map() as map<string,string>)),
                (row, part) -> map_concat(map_filter(row, (name, text) -> not map_contains_key(part.image, name)), part.image)
            ) as row,
            if(size(key_columns) = 0, copies, if(is_deleted, 0, 1)) as copies,
            if(size(key_columns) = 0, copies = 0, is_deleted) as is_deleted,
            exists(parts, part -> part.is_moved) as needs_base,
            applied_batch_id
        from (
            select
                *,
                transform(collect_list(named_struct('position', position, 'image', image, 'is_whole', is_whole, 'is_moved', is_moved)) over (
                    partition by feed, source_database, source_schema, source_table, row_key, whole_number order by position rows between unbounded preceding and current row
                ), part -> named_struct('position', part.position, 'is_moved', part.is_moved, 'image', if(
                    part.is_whole,
                    if(
                        table_actions.column_actions is null,
                        part.image,
                        aggregate(
                            filter(
                                table_actions.column_actions,
                                action -> part.position < coalesce(element_at(action.positions, concat_ws('/', part.position.topic, part.position.topic_incarnation, part.position.partition)), action.position)
                                and coalesce(coalesce(element_at(action.positions, concat_ws('/', part.position.topic, part.position.topic_incarnation, part.position.partition)), action.position) < position, true)
                            ),
                            part.image,
                            (row, action) -> case action.action
                                -- as in models/changefeed_current_rows/first.sql
                            end
                        )
                    ),
                    if(
                        table_actions.column_actions is null,
                        part.image,
                        aggregate(
                            filter(
                                -- as in models/changefeed_versions/landed.sql
                            ),
                            part.image,
                            (row, action) -> case action.action
                                -- as in models/changefeed_folded_rows/landed.sql
                            end
                        )
                    )
                ))) as parts,
                running_copies - least(0, min(running_copies - copies_dipped) over since_reset) as copies
            from (
                select
                    *,
                    max(at) over (partition by feed, source_database, source_schema, source_table, row_key order by position rows between unbounded preceding and current row) as valid_from,
                    count_if(is_whole) over (partition by feed, source_database, source_schema, source_table, row_key order by position rows between unbounded preceding and current row) as whole_number,
                    sum(copies_added) over since_reset as running_copies
                from (
                    select
                        * except (is_whole),
                        is_whole or row_number() over (partition by feed, source_database, source_schema, source_table, row_key order by position) = 1 as is_whole,
                        size(filter(table_actions.resets, reset -> position >= coalesce(reset.positions[concat_ws('/', position.topic, position.topic_incarnation, position.partition)], reset.position))) + size(filter(table_actions.sweeps, since -> position.ordered_at >= since)) as resets_before
                    from entries
                    left join (select feed, source_database, source_schema, source_table, struct(last_reset, last_reset_by_partition, resets, column_actions, swept_before, sweeps) as table_actions
        from changefeed_internal.table_actions) using (feed, source_database, source_schema, source_table)
                )
                window since_reset as (partition by feed, source_database, source_schema, source_table, row_key, resets_before order by position rows between unbounded preceding and current row)
            )
            window since_reset as (partition by feed, source_database, source_schema, source_table, row_key, resets_before order by position rows between unbounded preceding and current row)
        )
        window by_key as (partition by feed, source_database, source_schema, source_table, row_key order by position)
    ) as chain

)

select * from final
) as new;

select coalesce(max(refold_batch_id), 0) from changefeed_internal.versions where refold_batch_id is not null;
