select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

create or replace view changefeed_shop.orders_history (
    `_valid_from` comment '…',
    `_valid_to` comment '…',
    `_is_current` comment '…',
    `_operation` comment '…',
    `order_no` comment '…',
    `customer_id` comment '…',
    `status` comment '…',
    `amount` comment '…',
    `paid_at` comment '…',
    `remark` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies, valid_from, valid_to, is_current, operation
    from changefeed.history
    where
        table_bucket = pmod(hash('shop', 'shop', '', 'orders'), 16)
        and feed = 'shop'
        and source_database = 'shop'
        and source_schema = ''
        and source_table = 'orders'
        and true

),

read_rows as (

    select
        row,
        copies,
        valid_from as v1,
        valid_to as v2,
        is_current as v3,
        operation as v4,
        cast(if(startswith(row['order_no'], '\uFDD0'), null, row['order_no']) as string) as v5,
        cast(try_cast(row['customer_id'] as bigint) as bigint) as v6,
        cast(changefeed.mysql_enum_label(row['status'], array('new', 'paid', 'shipped', 'done')) as string) as v7,
        cast(if(row['amount'] rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,2}0*)?|[.][0-9]{1,2}0*)\z', try_cast(row['amount'] as decimal(12,2)), null) as decimal(12,2)) as v8,
        cast(if(row['paid_at'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(row['paid_at'], ' Asia/Shanghai') as timestamp), null) as timestamp) as v9,
        cast(if(startswith(row['remark'], '\uFDD0'), null, row['remark']) as string) as v10
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'order_no', if(v5 is null, row['order_no'], null),
                'customer_id', if(v6 is null, row['customer_id'], null),
                'status', if(v7 is null, row['status'], null),
                'amount', if(v8 is null, row['amount'], null),
                'paid_at', if(v9 is null, row['paid_at'], null),
                'remark', if(v10 is null, row['remark'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `_valid_from`,
    v2 as `_valid_to`,
    v3 as `_is_current`,
    v4 as `_operation`,
    v5 as `order_no`,
    v6 as `customer_id`,
    v7 as `status`,
    v8 as `amount`,
    v9 as `paid_at`,
    v10 as `remark`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
