select coalesce(max(applied_batch_id), 0) from changefeed_internal.folded_rows where true;

select coalesce(max(decode_batch_id), 0), coalesce(max(if(size(key_columns) = 0, 1, 0)), 0), coalesce(max(if(is_partial, 1, 0)), 0), coalesce(max(-coalesce(unix_micros(position.ordered_at), 0)), 0) from changefeed_internal.decoded where decode_batch_id > 5 and operation in ('snapshot', 'insert', 'update', 'delete');

select coalesce(max(decode_batch_id), 0) from changefeed_internal.refold_requests where reason is not null;

select (select true from changefeed_internal.decoded where is_partial limit 1), (select true from changefeed_internal.decoded where position.sequence is not null limit 1);

select coalesce(max(refold_batch_id), 0) from changefeed_internal.folded_rows where refold_batch_id is not null;

describe extended changefeed_internal.folded_rows;

merge into changefeed_internal.folded_rows as stored
using (
    -- as in models/changefeed_folded_rows/later.sql, under select folded.* from (
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
            max(decode_batch_id) as applied_batch_id
        from (
            select
                *,
                sum(copies) over (partition by feed, source_database, source_schema, source_table, row_key order by position) as running_copies
            from (
                select
                    *,
                    coalesce(after, before, cast(map() as map<string,string>)) as image,
                    if(size(key_columns) = 0 and (is_copy), null, case
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
) as new
on
    stored.feed = new.feed
    and stored.source_database = new.source_database
    and stored.source_schema = new.source_schema
    and stored.source_table = new.source_table
    and stored.row_key = new.row_key
when matched
    and new.is_keyless
    and new.first_position > stored.position
    and not coalesce(new.first_position.epoch = stored.position.epoch and new.first_position.sequence = stored.position.sequence, false)
then update set
    copies = stored.copies + new.copies_added - least(0, stored.copies + new.copies_low),
    copies_missed = coalesce(stored.copies_missed, 0) - least(0, stored.copies + new.copies_low),
    is_deleted = stored.copies + new.copies_added - least(0, stored.copies + new.copies_low) = 0,
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
