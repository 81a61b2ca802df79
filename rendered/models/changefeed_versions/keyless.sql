select coalesce(max(applied_batch_id), 0) from changefeed_internal.versions where true;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where decode_batch_id > 5 and feed in ('shop') and operation in ('snapshot', 'insert', 'update', 'delete');

describe extended changefeed_internal.versions;

merge into changefeed_internal.versions as stored
using (
    with changes as (

    select *
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
        from (select
            -- as in models/changefeed_folded_rows/landed.sql
        from changefeed_internal.decoded as log)
        where
            operation in ('snapshot', 'insert', 'update', 'delete')
            and (feed in ('shop') and (decode_batch_id > 5))
    )
    where (feed = 'shop')

),

-- The last version of each row that changed. A change that stands before it in order is late.
last as (

    select
        versions.*,
        touched.first_position <= versions.position
        or coalesce(touched.first_position.epoch = versions.position.epoch and touched.first_position.sequence = versions.position.sequence, false) as is_late
    from changefeed_internal.versions as versions
    inner join (
        select
            feed, source_database, source_schema, source_table, row_key,
            min(position) as first_position
        from changes
        group by feed, source_database, source_schema, source_table, row_key
    ) as touched using (feed, source_database, source_schema, source_table, row_key)
    where versions.closed_position is null

),

timely_changes as (

    select *
    from changes
    left anti join (select * from last where is_late) using (feed, source_database, source_schema, source_table, row_key)

),

entries as (

    select
        -- as in models/changefeed_versions/landed.sql
    from (
        select
            -- as in models/changefeed_order_health/first.sql
        from (
            select *, row_number() over (partition by feed, source_database, source_schema, source_table, row_key, position.epoch, position.sequence, position.message_index, position.step, said, delivery order by position) as place_in_delivery
            from (
                select *, count_if(is_later) over (partition by feed, source_database, source_schema, source_table, row_key, position.epoch, position.sequence, position.message_index, position.step, said order by position) as delivery
                from (
                    select
                        -- as in models/changefeed_order_health/first.sql
                    from (
                        select *, xxhash64(operation, array_sort(map_entries(coalesce(after, before, cast(map() as map<string,string>))))) as said
                        from timely_changes
                    )
                )
            )
        )
    )
    where not is_copy

    union all

    select
        feed, source_database, source_schema, source_table, row_key,
        key_columns,
        operation,
        position,
        valid_from as at,
        row as image,
        true as is_whole,
        false as is_moved,
        is_deleted,
        copies as copies_added,
        0 as copies_dipped,
        applied_batch_id
    from last
    where not is_late

),

final as (

    select
        chain.*,
        false as is_late
    from (
        select
            -- as in models/changefeed_versions/landed.sql
        from (
            select
                *,
                collect_list(named_struct('position', position, 'image', image, 'is_whole', is_whole, 'is_moved', is_moved)) over (
                    partition by feed, source_database, source_schema, source_table, row_key, whole_number order by position rows between unbounded preceding and current row
                ) as parts,
                running_copies - least(0, min(running_copies - copies_dipped) over since_reset) as copies
            from (
                select
                    -- as in models/changefeed_versions/landed.sql
                from (
                    select
                        * except (is_whole),
                        is_whole or row_number() over (partition by feed, source_database, source_schema, source_table, row_key order by position) = 1 as is_whole,
                        0 as resets_before
                    from entries
                )
                window since_reset as (partition by feed, source_database, source_schema, source_table, row_key, resets_before order by position rows between unbounded preceding and current row)
            )
            window since_reset as (partition by feed, source_database, source_schema, source_table, row_key, resets_before order by position rows between unbounded preceding and current row)
        )
        window by_key as (partition by feed, source_database, source_schema, source_table, row_key order by position)
    ) as chain

    union all

    select
        feed, source_database, source_schema, source_table, row_key,
        key_columns,
        operation,
        position,
        closed_position,
        valid_from,
        valid_to,
        row,
        copies,
        is_deleted,
        false as needs_base,
        applied_batch_id,
        true as is_late
    from last
    where is_late

)

select * from final
) as new
on
    stored.position = new.position
    and stored.feed = new.feed
    and stored.source_database = new.source_database
    and stored.source_schema = new.source_schema
    and stored.source_table = new.source_table
    and stored.row_key = new.row_key
when matched then update set
    key_columns = new.key_columns,
    copies = new.copies,
    is_deleted = new.is_deleted,
    operation = new.operation,
    position = new.position,
    applied_batch_id = new.applied_batch_id,
    closed_position = new.closed_position,
    valid_from = new.valid_from,
    valid_to = new.valid_to,
    row = if(new.needs_base, null, new.row),
    refold_batch_id = if(new.is_late or new.needs_base, new.applied_batch_id, stored.refold_batch_id)
when not matched then insert (feed, source_database, source_schema, source_table, row_key, key_columns, copies, is_deleted, operation, position, applied_batch_id, closed_position, valid_from, valid_to, table_bucket, row, refold_batch_id)
values (new.feed, new.source_database, new.source_schema, new.source_table, new.row_key, new.key_columns, new.copies, new.is_deleted, new.operation, new.position, new.applied_batch_id, new.closed_position, new.valid_from, new.valid_to, pmod(hash(new.feed, new.source_database, new.source_schema, new.source_table), 16), if(new.needs_base, null, new.row), if(new.needs_base, new.applied_batch_id, null));

select coalesce(max(refold_batch_id), 0) from changefeed_internal.versions where refold_batch_id is not null;
