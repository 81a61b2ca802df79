select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

select relation, checked_batch_id, basis, query from changefeed_internal.typed_tables;

select
    'rows' as what,
    feed,
    source_database,
    source_schema,
    source_table,
    max(applied_batch_id) filter (where applied_batch_id > 0) as batch_id,
    cast(null as string) as said,
    max(refold_batch_id) as marked
from changefeed_internal.folded_rows
where applied_batch_id > 0 or refold_batch_id is not null
group by feed, source_database, source_schema, source_table
union all
select 'requests', feed, coalesce(source_database, ''), coalesce(source_schema, ''), coalesce(source_table, ''), max(decode_batch_id), null, null
from changefeed_internal.refold_requests
where reason is not null and row_key is null and first_position is null
group by feed, source_database, source_schema, source_table
union all
select
    -- as in models/changefeed_folded_rows/first.sql
from changefeed_internal.table_actions
union all
select 'dialects', feed, '', '', '', 0, dialect, null
from changefeed_internal.feed_settings;

describe detail changefeed_internal.folded_rows;

show tblproperties changefeed_shop.orders;

create or replace table changefeed_shop.orders
using delta

comment '…'
tblproperties ('delta.enableChangeDataFeed' = 'true', 'delta.autoOptimize.autoCompact' = 'true', 'delta.dataSkippingStatsColumns' = 'order_no,customer_id,status,amount,paid_at,remark,_row_key', 'changefeed.batch_id' = '0', 'changefeed.basis' = '{"actions": "", "columns": {}, "dialect": "", "folded_rows": "the id of changefeed_internal.folded_rows", "followed": {}, "gone": [], "layout": "", "properties": {}, "refused": [], "request": 0}', 'changefeed.query' = '…', 'changefeed.key' = '["order_no"]')
as
with rows as (

    select row, copies, row_key
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('shop', 'shop', '', 'orders'), 16)
        and feed = 'shop'
        and source_database = 'shop'
        and source_schema = ''
        and source_table = 'orders'
        and not is_deleted

),

read_rows as (
    -- as in models/demo_shop__orders/first.sql
),

checked_rows as (
    -- as in models/demo_shop__orders/first.sql
)

select
    v1 as `order_no`,
    v2 as `customer_id`,
    v3 as `status`,
    v4 as `amount`,
    v5 as `paid_at`,
    v6 as `remark`,
    v7 as `_row_key`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;

alter table changefeed_shop.orders alter column
    `order_no` comment '…',
    `customer_id` comment '…',
    `status` comment '…',
    `amount` comment '…',
    `paid_at` comment '…',
    `remark` comment '…',
    `_row_key` comment '…',
    `_unreadable` comment '…';
