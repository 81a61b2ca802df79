select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'bakery'
        order by feed;

create or replace view changefeed_shop.loaves (
    `id` comment '…',
    `name` comment '…',
    `price` comment '…',
    `baked` comment '…',
    `photo` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('bakery', 'bakery', '', 'loaves'), 16)
        and feed = 'bakery'
        and source_database = 'bakery'
        and source_schema = ''
        and source_table = 'loaves'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(try_cast(row['id'] as bigint) as bigint) as v1,
        cast(if(startswith(row['name'], '\uFDD0'), null, row['name']) as string) as v2,
        cast(if(row['price'] rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,2}0*)?|[.][0-9]{1,2}0*)\z', try_cast(row['price'] as decimal(12,2)), null) as decimal(12,2)) as v3,
        cast(if(regexp_replace(row['baked'], r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2') rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(regexp_replace(row['baked'], r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2') as timestamp_ntz), null) as timestamp_ntz) as v4,
        cast(if(row['photo'] rlike r'^0x(?:[0-9a-fA-F]{2})*+\z', unhex(substr(row['photo'], 3)), null) as binary) as v5
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'id', if(v1 is null, row['id'], null),
                'name', if(v2 is null, row['name'], null),
                'price', if(v3 is null, row['price'], null),
                'baked', if(v4 is null, row['baked'], null),
                'photo', if(v5 is null, row['photo'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `id`,
    v2 as `name`,
    v3 as `price`,
    v4 as `baked`,
    v5 as `photo`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
