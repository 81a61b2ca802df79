select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

create or replace view changefeed_shop.order_lines (
    `order_no` comment '…',
    `line` comment '…',
    `sku` comment '…',
    `quantity` comment '…',
    `price` comment '…',
    `is_gift` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('shop', 'shop', '', 'order_lines'), 16)
        and feed = 'shop'
        and source_database = 'shop'
        and source_schema = ''
        and source_table = 'order_lines'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(startswith(row['order_no'], '\uFDD0'), null, row['order_no']) as string) as v1,
        cast(try_cast(row['line'] as int) as int) as v2,
        cast(if(startswith(row['sku'], '\uFDD0'), null, row['sku']) as string) as v3,
        cast(try_cast(row['quantity'] as bigint) as bigint) as v4,
        cast(if(row['price'] rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,2}0*)?|[.][0-9]{1,2}0*)\z', try_cast(row['price'] as decimal(12,2)), null) as decimal(12,2)) as v5,
        cast(case row['is_gift'] when '1' then true when '0' then false end as boolean) as v6
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'order_no', if(v1 is null, row['order_no'], null),
                'line', if(v2 is null, row['line'], null),
                'sku', if(v3 is null, row['sku'], null),
                'quantity', if(v4 is null, row['quantity'], null),
                'price', if(v5 is null, row['price'], null),
                'is_gift', if(v6 is null, row['is_gift'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `order_no`,
    v2 as `line`,
    v3 as `sku`,
    v4 as `quantity`,
    v5 as `price`,
    v6 as `is_gift`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
