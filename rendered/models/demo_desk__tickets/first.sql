select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'desk'
        order by feed;

create or replace view changefeed_shop.tickets (
    `id` comment '…',
    `state` comment '…',
    `hours` comment '…',
    `body` comment '…',
    `due` comment '…',
    `seen` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('desk', 'desk', '', 'tickets'), 16)
        and feed = 'desk'
        and source_database = 'desk'
        and source_schema = ''
        and source_table = 'tickets'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['id']) = 0, try_cast(try_cast(row['id'] as decimal(38,0)) as bigint), null) as bigint) as v1,
        cast(if(startswith(row['state'], '\uFDD0'), null, row['state']) as string) as v2,
        cast(if(changefeed.decimal_places(row['hours']) <= 2, try_cast(row['hours'] as decimal(6,2)), null) as decimal(6,2)) as v3,
        cast(if(startswith(row['body'], '\uFDD0'), null, row['body']) as string) as v4,
        cast(if(regexp_replace(row['due'], r'^([0-9-]{10} [0-9:.]{8,18}) \S+\z', '$1') rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(regexp_replace(row['due'], r'^([0-9-]{10} [0-9:.]{8,18}) \S+\z', '$1') as timestamp_ntz), null) as timestamp_ntz) as v5,
        cast(if(row['seen'] rlike r'^[0-9]{13}([.]0*)?\z', if(left(row['seen'], 13) rlike r'^-?[0-9]{1,15}\z', if(try_cast(left(row['seen'], 13) as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(left(row['seen'], 13) as bigint)), null), null), changefeed.unix_instant(row['seen'])) as timestamp) as v6
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'id', if(v1 is null, row['id'], null),
                'state', if(v2 is null, row['state'], null),
                'hours', if(v3 is null, row['hours'], null),
                'body', if(v4 is null, row['body'], null),
                'due', if(v5 is null, row['due'], null),
                'seen', if(v6 is null, row['seen'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `id`,
    v2 as `state`,
    v3 as `hours`,
    v4 as `body`,
    v5 as `due`,
    v6 as `seen`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
