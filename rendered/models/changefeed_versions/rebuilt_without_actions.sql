select coalesce(max(applied_batch_id), 0) from changefeed_internal.versions where true;

select coalesce(max(up_to_batch_id), 0) from changefeed_internal.removals where removed_from = 'superseded changes';

select coalesce(max(up_to_batch_id), 0) from changefeed_internal.removals where removed_from = 'changes';

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where decode_batch_id > 5 and feed in ('shop') and operation in ('snapshot', 'insert', 'update', 'delete');

describe extended changefeed_internal.versions;

merge into changefeed_internal.versions as stored
using (
    with changes as (

    select *
    from (
        select * except (is_rebuilt)
        from (
            -- as in models/changefeed_folded_rows/rebuilt_without_actions.sql
        )
        where feed in ('shop') and (decode_batch_id > 5 or is_rebuilt)
    )
    where (feed = 'shop')

),

all_versions as (
    -- as in models/changefeed_versions/rebuilt.sql
),

standing as (

    select * from all_versions where not is_rebuilt

),

-- The last version of each row that changed. A change that stands before it in order is late.
last as (
    -- as in models/changefeed_versions/rebuilt.sql
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
    -- as in models/changefeed_versions/keyless.sql
),

gone as (
    -- as in models/changefeed_versions/rebuilt.sql
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
