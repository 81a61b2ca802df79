select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'tearoom'
        order by feed;

create or replace view changefeed_shop.teas (
    `id` comment '…',
    `name` comment '…',
    `price` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('tearoom', 'tearoom', '', 'teas'), 16)
        and feed = 'tearoom'
        and source_database = 'tearoom'
        and source_schema = ''
        and source_table = 'teas'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['id']) = 0, try_cast(try_cast(row['id'] as decimal(38,0)) as bigint), null) as bigint) as v1,
        cast(if(startswith(row['name'], '\uFDD0'), null, row['name']) as string) as v2,
        cast(if(changefeed.decimal_places(row['price']) <= 2, try_cast(row['price'] as decimal(10,2)), null) as decimal(10,2)) as v3
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'id', if(v1 is null, row['id'], null),
                'name', if(v2 is null, row['name'], null),
                'price', if(v3 is null, row['price'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `id`,
    v2 as `name`,
    v3 as `price`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
