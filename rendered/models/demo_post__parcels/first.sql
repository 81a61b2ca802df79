select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'post'
        order by feed;

create or replace view changefeed_shop.parcels (
    `id` comment '…',
    `carrier` comment '…',
    `cost` comment '…',
    `sent_at` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('post', 'post', '', 'parcels'), 16)
        and feed = 'post'
        and source_database = 'post'
        and source_schema = ''
        and source_table = 'parcels'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['id']) = 0, try_cast(try_cast(row['id'] as decimal(38,0)) as bigint), null) as bigint) as v1,
        cast(if(startswith(row['carrier'], '\uFDD0'), null, row['carrier']) as string) as v2,
        cast(if(changefeed.decimal_places(row['cost']) <= 2, try_cast(row['cost'] as decimal(12,2)), null) as decimal(12,2)) as v3,
        cast(if(row['sent_at'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(row['sent_at'], ' Asia/Shanghai') as timestamp), null) as timestamp) as v4
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'id', if(v1 is null, row['id'], null),
                'carrier', if(v2 is null, row['carrier'], null),
                'cost', if(v3 is null, row['cost'], null),
                'sent_at', if(v4 is null, row['sent_at'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `id`,
    v2 as `carrier`,
    v3 as `cost`,
    v4 as `sent_at`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
