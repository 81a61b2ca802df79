select coalesce(max(applied_batch_id), 0) from changefeed_internal.versions where true;

select coalesce(max(up_to_batch_id), 0) from changefeed_internal.removals where removed_from = 'superseded changes';

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where decode_batch_id > 5 and feed in ('shop') and operation in ('snapshot', 'insert', 'update', 'delete');

describe extended changefeed_internal.versions;

merge into changefeed_internal.versions as stored
using (
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
                        select * except (is_rebuilt)
                        from (
                            -- as in models/changefeed_folded_rows/rebuilt.sql
                        )
                        where feed in ('shop') and (decode_batch_id > 5 or is_rebuilt)
                    )
                    left join (select feed, source_database, source_schema, source_table, struct(last_reset, last_reset_by_partition, resets, column_actions, swept_before, sweeps) as table_actions
        from changefeed_internal.table_actions) using (feed, source_database, source_schema, source_table)
                )
            )
        )
    )
    where (feed = 'shop')

),

all_versions as (

    select
        stated.*,
        (
            whole_feeds.rebuilt_feed is not null
            or coalesce(not whole_tables.rebuilt_keyless_only or size(stated.key_columns) = 0, false)
        ) as is_rebuilt
    from (
        select * from changefeed_internal.versions
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

),

standing as (

    select * from all_versions where not is_rebuilt

),

-- The last version of each row that changed. A change that stands before it in order is late.
last as (

    select
        versions.*,
        touched.first_position <= versions.position
        or coalesce(touched.first_position.epoch = versions.position.epoch and touched.first_position.sequence = versions.position.sequence, false) as is_late
    from standing as versions
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
    -- as in models/changefeed_versions/keyless.sql
),

final as (

    select
        chain.*,
        false as is_late
    from (
        -- as in models/changefeed_versions/landed.sql
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
        false as is_late
    from (
        select
            stated.*,
            (
                whole_feeds.rebuilt_feed is not null
                or coalesce(not whole_tables.rebuilt_keyless_only or size(stated.key_columns) = 0, false)
            ) as is_rebuilt
        from (
            select
                *,
                cast(null as string) as previous_row_key,
                false as is_partial,
                if(is_deleted, row, null) as before,
                if(is_deleted, null, row) as after,
                valid_from as source_at,
                applied_batch_id as decode_batch_id
            from changefeed_internal.versions as versions
            left anti join (select
                -- as in models/changefeed_folded_rows/landed.sql, under from (select
            from changefeed_internal.decoded as log) as changes
                on
                    versions.position.topic = changes.position.topic
                    and versions.position.topic_incarnation = changes.position.topic_incarnation
                    and versions.position.partition = changes.position.partition
                    and versions.position.offset = changes.position.offset
                    and versions.position.message_index = changes.position.message_index
                    and versions.position.step = changes.position.step
                    and versions.feed = changes.feed
            where size(key_columns) > 0 and row is not null
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

),

gone as (

    select stored.*
    from all_versions as stored
    left anti join final as new
        on
            stored.position = new.position
            and stored.feed = new.feed
            and stored.source_database = new.source_database
            and stored.source_schema = new.source_schema
            and stored.source_table = new.source_table
            and stored.row_key = new.row_key
    where stored.is_rebuilt

)

select
    *,
    false as is_gone
from final

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
    false as is_late,
    true as is_gone
from gone
) as new
on
    stored.position = new.position
    and stored.feed = new.feed
    and stored.source_database = new.source_database
    and stored.source_schema = new.source_schema
    and stored.source_table = new.source_table
    and stored.row_key = new.row_key
when matched and new.is_gone then delete
when matched then update set
    -- as in models/changefeed_versions/keyless.sql
when not matched then insert (feed, source_database, source_schema, source_table, row_key, key_columns, copies, is_deleted, operation, position, applied_batch_id, closed_position, valid_from, valid_to, table_bucket, row, refold_batch_id)
values (new.feed, new.source_database, new.source_schema, new.source_table, new.row_key, new.key_columns, new.copies, new.is_deleted, new.operation, new.position, new.applied_batch_id, new.closed_position, new.valid_from, new.valid_to, pmod(hash(new.feed, new.source_database, new.source_schema, new.source_table), 16), if(new.needs_base, null, new.row), if(new.needs_base, new.applied_batch_id, null));

select coalesce(max(refold_batch_id), 0) from changefeed_internal.versions where refold_batch_id is not null;
