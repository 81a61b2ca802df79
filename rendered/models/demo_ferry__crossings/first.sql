select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'ferry'
        order by feed;

create or replace view changefeed_shop.crossings (
    `id` comment '…',
    `boat` comment '…',
    `fare` comment '…',
    `leaves` comment '…',
    `lasts` comment '…',
    `seen` comment '…',
    `ticket` comment '…',
    `extras` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('ferry', 'ferry', '', 'crossings'), 16)
        and feed = 'ferry'
        and source_database = 'ferry'
        and source_schema = ''
        and source_table = 'crossings'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['id']) = 0, try_cast(try_cast(row['id'] as decimal(38,0)) as bigint), null) as bigint) as v1,
        cast(if(startswith(row['boat'], '\uFDD0'), null, row['boat']) as string) as v2,
        cast(if(changefeed.decimal_places(row['fare']) <= 2, try_cast(row['fare'] as decimal(18,2)), null) as decimal(18,2)) as v3,
        cast(if(row['leaves'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(row['leaves'] as timestamp_ntz), null) as timestamp_ntz) as v4,
        cast(changefeed.mysql_time_micros(row['lasts']) as bigint) as v5,
        cast(changefeed.unix_instant(row['seen']) as timestamp) as v6,
        cast(if(row['ticket'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['ticket'], 'base64'), null) as binary) as v7,
        cast(if(startswith(row['extras'], '\uFDD0'), null, row['extras']) as string) as v8
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'id', if(v1 is null, row['id'], null),
                'boat', if(v2 is null, row['boat'], null),
                'fare', if(v3 is null, row['fare'], null),
                'leaves', if(v4 is null, row['leaves'], null),
                'lasts', if(v5 is null, row['lasts'], null),
                'seen', if(v6 is null, row['seen'], null),
                'ticket', if(v7 is null, row['ticket'], null),
                'extras', if(v8 is null, row['extras'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `id`,
    v2 as `boat`,
    v3 as `fare`,
    v4 as `leaves`,
    v5 as `lasts`,
    v6 as `seen`,
    v7 as `ticket`,
    v8 as `extras`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
