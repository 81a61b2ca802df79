create or replace view changefeed.current_rows (
    -- as in models/changefeed_current_rows/first.sql
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

select
    -- as in models/changefeed_history/documents.sql
from (
-- A row without key that stands before a truncate counts as taken by it: whether the row was still there is not known.
select
    -- as in models/changefeed_current_rows/first.sql
), 0, rows.copies) as copies,
    rows.is_deleted or (
    coalesce(rows.position < coalesce(element_at(actions.last_reset_by_partition, concat_ws('/', rows.position.topic, rows.position.topic_incarnation, rows.position.partition)), actions.last_reset).position, false)
    or coalesce(rows.position.ordered_at < actions.swept_before, false)
) as is_deleted,
    -- as in models/changefeed_current_rows/first.sql
) then rows.operation
    -- as in models/changefeed_current_rows/first.sql
) then rows.changed_at
    -- as in models/changefeed_current_rows/first.sql
from changefeed_internal.folded_rows as rows
left join changefeed_internal.table_actions as actions
    using (feed, source_database, source_schema, source_table)
-- A row has no image while it waits to be folded again: a partial image moved here from another key. Until both keys are
-- folded again, the row of the other key stands.
where rows.row is not null
);
