{{
    config(
        severity='warn',
        description='All rows of a table are known by the same key columns. Partial rows may name a part of the key only: declare the key in changefeed_table_keys.csv.'
    )
}}

select
    feed,
    source_database,
    source_schema,
    source_table,
    count(distinct key_columns) as keys,
    'Declare its key in seeds/changefeed_table_keys.csv and decode the feed again, unless it was altered.' as what_to_do
from {{ ref('changefeed_current_rows') }}
-- A row that lacks a column of its key had it before the column was renamed or dropped: its key is no other one.
where
    size(array_except(key_columns, map_keys(row))) = 0
    and {{ changefeed.of_this_run('applied_batch_id', ref('changefeed_read_batches')) }}
group by feed, source_database, source_schema, source_table
having count(distinct key_columns) > 1
