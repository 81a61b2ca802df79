select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'erp'
        order by feed;

create or replace view changefeed_shop.stock (
    `sku` comment '…',
    `on_hand` comment '…',
    `weight` comment '…',
    `photo` comment '…',
    `counted_at` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('erp', 'erp01', '', 'stock'), 16)
        and feed = 'erp'
        and source_database = 'erp01'
        and source_schema = ''
        and source_table = 'stock'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(startswith(row['sku'], '\uFDD0'), null, row['sku']) as string) as v1,
        cast(if(changefeed.decimal_places(row['on_hand']) = 0, try_cast(try_cast(row['on_hand'] as decimal(38,0)) as bigint), null) as bigint) as v2,
        cast(if(not row['weight'] rlike '^[^eE]*[1-9]' or abs(try_cast(row['weight'] as double)) <> double('Infinity') and try_cast(row['weight'] as double) <> 0 and row['weight'] rlike '^[-+0.]*[1-9](?:[.]?[0-9]){0,16}[.0]*(?:[eE]|$)|[.][0-9]{30}$'
        and (row['weight'] rlike '[^-+0-9]|^.{0,15}$' or try_cast(row['weight'] as decimal(38,0)) = try_cast(string(try_cast(row['weight'] as double)) as decimal(38,0))), try_cast(row['weight'] as double), null) as double) as v3,
        cast(changefeed.byte_list(row['photo']) as binary) as v4,
        cast(if(row['counted_at'] rlike r'^-?0+([.]0+)?\z', null, changefeed.unix_instant(row['counted_at'])) as timestamp) as v5
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'sku', if(v1 is null, row['sku'], null),
                'on_hand', if(v2 is null, row['on_hand'], null),
                'weight', if(v3 is null, row['weight'], null),
                'photo', if(v4 is null, row['photo'], null),
                'counted_at', if(v5 is null, row['counted_at'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `sku`,
    v2 as `on_hand`,
    v3 as `weight`,
    v4 as `photo`,
    v5 as `counted_at`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
