select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

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

    select
        row,
        copies,
        cast(if(startswith(row['order_no'], '\uFDD0'), null, row['order_no']) as string) as v1,
        cast(try_cast(row['customer_id'] as bigint) as bigint) as v2,
        cast(changefeed.mysql_enum_label(row['status'], array('new', 'paid', 'shipped', 'done')) as string) as v3,
        cast(if(row['amount'] rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,2}0*)?|[.][0-9]{1,2}0*)\z', try_cast(row['amount'] as decimal(12,2)), null) as decimal(12,2)) as v4,
        cast(if(row['paid_at'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(row['paid_at'], ' Asia/Shanghai') as timestamp), null) as timestamp) as v5,
        cast(if(startswith(row['remark'], '\uFDD0'), null, row['remark']) as string) as v6,
        row_key as v7
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'order_no', if(v1 is null, row['order_no'], null),
                'customer_id', if(v2 is null, row['customer_id'], null),
                'status', if(v3 is null, row['status'], null),
                'amount', if(v4 is null, row['amount'], null),
                'paid_at', if(v5 is null, row['paid_at'], null),
                'remark', if(v6 is null, row['remark'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

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
