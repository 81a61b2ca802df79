select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'inn'
        order by feed;

create or replace view changefeed_shop.rooms (
    `no` comment '…',
    `name` comment '…',
    `price` comment '…',
    `size` comment '…',
    `seen` comment '…',
    `note` comment '…',
    `photo` comment '…',
    `bell` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('inn', 'inn', '', 'rooms'), 16)
        and feed = 'inn'
        and source_database = 'inn'
        and source_schema = ''
        and source_table = 'rooms'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['no']) <= 0, try_cast(row['no'] as decimal(20,0)), null) as decimal(20,0)) as v1,
        cast(if(startswith(row['name'], '\uFDD0'), null, row['name']) as string) as v2,
        cast(if(changefeed.decimal_places(row['price']) <= 2, try_cast(row['price'] as decimal(10,2)), null) as decimal(10,2)) as v3,
        cast(if(not row['size'] rlike '^[^eE]*[1-9]' or abs(try_cast(row['size'] as double)) <> double('Infinity') and try_cast(row['size'] as double) <> 0 and row['size'] rlike '^[-+0.]*[1-9](?:[.]?[0-9]){0,16}[.0]*(?:[eE]|$)|[.][0-9]{30}$'
        and (row['size'] rlike '[^-+0-9]|^.{0,15}$' or try_cast(row['size'] as decimal(38,0)) = try_cast(string(try_cast(row['size'] as double)) as decimal(38,0))), try_cast(row['size'] as double), null) as double) as v4,
        cast(if(row['seen'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(row['seen'], ' Asia/Shanghai') as timestamp), null) as timestamp) as v5,
        cast(try_validate_utf8(cast(if(row['note'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['note'], 'base64'), null) as string)) as string) as v6,
        cast(if(row['photo'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['photo'], 'base64'), null) as binary) as v7,
        cast(changefeed.go_quoted_bytes(row['bell']) as binary) as v8
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'no', if(v1 is null, row['no'], null),
                'name', if(v2 is null, row['name'], null),
                'price', if(v3 is null, row['price'], null),
                'size', if(v4 is null, row['size'], null),
                'seen', if(v5 is null, row['seen'], null),
                'note', if(v6 is null, row['note'], null),
                'photo', if(v7 is null, row['photo'], null),
                'bell', if(v8 is null, row['bell'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `no`,
    v2 as `name`,
    v3 as `price`,
    v4 as `size`,
    v5 as `seen`,
    v6 as `note`,
    v7 as `photo`,
    v8 as `bell`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
