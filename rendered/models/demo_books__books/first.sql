select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'books'
        order by feed;

create or replace view changefeed_shop.books (
    `isbn` comment '…',
    `stock` comment '…',
    `price` comment '…',
    `seen` comment '…',
    `_operation` comment '…',
    `_changed_at` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies, operation, changed_at
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('books', 'books', '', 'books'), 16)
        and feed = 'books'
        and source_database = 'books'
        and source_schema = ''
        and source_table = 'books'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(startswith(row['isbn'], '\uFDD0'), null, row['isbn']) as string) as v1,
        cast(try_cast(row['stock'] as bigint) as bigint) as v2,
        cast(if(row['price'] rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,2}0*)?|[.][0-9]{1,2}0*)\z', try_cast(row['price'] as decimal(10,2)), null) as decimal(10,2)) as v3,
        cast(if(row['seen'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(row['seen'], ' Asia/Shanghai') as timestamp), null) as timestamp) as v4,
        operation as v5,
        changed_at as v6
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'isbn', if(v1 is null, row['isbn'], null),
                'stock', if(v2 is null, row['stock'], null),
                'price', if(v3 is null, row['price'], null),
                'seen', if(v4 is null, row['seen'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `isbn`,
    v2 as `stock`,
    v3 as `price`,
    v4 as `seen`,
    v5 as `_operation`,
    v6 as `_changed_at`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
