select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

create or replace view changefeed_shop.page_views (
    `viewed_at` comment '…',
    `url` comment '…',
    `millis` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('shop', 'shop', '', 'page_views'), 16)
        and feed = 'shop'
        and source_database = 'shop'
        and source_schema = ''
        and source_table = 'page_views'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(row['viewed_at'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(row['viewed_at'] as timestamp_ntz), null) as timestamp_ntz) as v1,
        cast(if(startswith(row['url'], '\uFDD0'), null, row['url']) as string) as v2,
        cast(try_cast(row['millis'] as bigint) as bigint) as v3
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'viewed_at', if(v1 is null, row['viewed_at'], null),
                'url', if(v2 is null, row['url'], null),
                'millis', if(v3 is null, row['millis'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `viewed_at`,
    v2 as `url`,
    v3 as `millis`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows
lateral view posexplode(array_repeat(0, cast(copies as int))) as copy, nothing;
