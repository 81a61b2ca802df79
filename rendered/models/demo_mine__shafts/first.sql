select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'mine'
        order by feed;

create or replace view changefeed_shop.shafts (
    `no` comment '…',
    `name` comment '…',
    `depth` comment '…',
    `opened` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('mine', 'mine', '', 'shafts'), 16)
        and feed = 'mine'
        and source_database = 'mine'
        and source_schema = ''
        and source_table = 'shafts'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['no']) = 0, try_cast(try_cast(row['no'] as decimal(38,0)) as bigint), null) as bigint) as v1,
        cast(if(startswith(row['name'], '\uFDD0'), null, row['name']) as string) as v2,
        cast(if(changefeed.decimal_places(row['depth']) <= 2, try_cast(row['depth'] as decimal(10,2)), null) as decimal(10,2)) as v3,
        cast(if(row['opened'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}\z', try_cast(row['opened'] as date), null) as date) as v4
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'no', if(v1 is null, row['no'], null),
                'name', if(v2 is null, row['name'], null),
                'depth', if(v3 is null, row['depth'], null),
                'opened', if(v4 is null, row['opened'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `no`,
    v2 as `name`,
    v3 as `depth`,
    v4 as `opened`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
