select (select true from changefeed_internal.source_epochs where since is not null limit 1), (select true from changefeed_internal.concurrent_changes where what = 'rank' limit 1);

select coalesce(max(applied_batch_id), 0) from changefeed_internal.folded_rows where true;

select coalesce(max(decode_batch_id), 0), coalesce(max(if(size(key_columns) = 0, 1, 0)), 0), coalesce(max(if(is_partial, 1, 0)), 0), coalesce(max(-coalesce(unix_micros(position.ordered_at), 0)), 0) from changefeed_internal.decoded where decode_batch_id > 0 and operation in ('snapshot', 'insert', 'update', 'delete');

select (select count(*) from changefeed_internal.event_actions where action <> 'create_table') + (select count(*) from changefeed_internal.sweeps) + (select count(*) from changefeed_internal.table_reloads where feed <> '');

select coalesce(max(decode_batch_id), 0) from changefeed_internal.refold_requests where reason is not null;

select (select true from changefeed_internal.decoded where is_partial limit 1), (select true from changefeed_internal.decoded where position.sequence is not null limit 1);

select coalesce(max(refold_batch_id), 0) from changefeed_internal.folded_rows where refold_batch_id is not null;

select 1 from changefeed_internal.redefined_keys where what = 'present' limit 1;

describe extended changefeed_internal.folded_rows;

merge into changefeed_internal.folded_rows as stored
using (
    select folded.* from (
        with changes as (

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
            and (decode_batch_id > 0)

    )

    select
        -- as in models/changefeed_folded_rows/later.sql
    from (
        -- as in models/changefeed_folded_rows/later.sql
    )
    ) as folded
    left anti join changefeed_internal.folded_rows as stored
        -- as in models/changefeed_folded_rows/later.sql
) as new
on
    stored.feed = new.feed
    and stored.source_database = new.source_database
    and stored.source_schema = new.source_schema
    and stored.source_table = new.source_table
    and stored.row_key = new.row_key
when matched then update set
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
