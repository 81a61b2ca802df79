select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

show tblproperties changefeed_shop.page_views;

create or replace table changefeed_shop.page_views
using delta

comment '…'
tblproperties ('delta.enableChangeDataFeed' = 'true', 'delta.autoOptimize.autoCompact' = 'true', 'delta.dataSkippingStatsColumns' = 'viewed_at,url,millis', 'changefeed.batch_id' = '0', 'changefeed.basis' = '{"actions": "", "columns": {}, "dialect": "", "folded_rows": "the id of changefeed_internal.folded_rows", "followed": {}, "gone": [], "layout": "", "properties": {}, "refused": [], "request": 0}', 'changefeed.query' = '…', 'changefeed.key' = '[]')
as
with rows as (

    select row, copies, row_key
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
        cast(try_cast(row['millis'] as bigint) as bigint) as v3,
        row_key as v4
    from rows

),

checked_rows as (
    -- as in models/demo_shop__page_views/first.sql
)

select
    v1 as `viewed_at`,
    v2 as `url`,
    v3 as `millis`,
    v4 as `_row_key`,
    copy + 1 as `_copy`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows
lateral view posexplode(array_repeat(0, cast(copies as int))) as copy, nothing;

alter table changefeed_shop.page_views alter column
    `viewed_at` comment '…',
    `url` comment '…',
    `millis` comment '…',
    `_unreadable` comment '…';
