select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'pier'
        order by feed;

create or replace view changefeed_shop.boats (
    `no` comment '…',
    `name` comment '…',
    `logo` comment '…',
    `seen` comment '…',
    `length` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('pier', 'pier', '', 'boats'), 16)
        and feed = 'pier'
        and source_database = 'pier'
        and source_schema = ''
        and source_table = 'boats'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(try_cast(row['no'] as bigint) as bigint) as v1,
        cast(if(startswith(row['name'], '\uFDD0'), null, row['name']) as string) as v2,
        cast(if(row['logo'] rlike r'^(?:0x)?+(?:[0-9a-fA-F]{2})*+\z', unhex(regexp_replace(row['logo'], '^0x', '')), null) as binary) as v3,
        cast(if(
            row['seen'] rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)? ?(Z|[-+][0-9]{2}(:?[0-9]{2}(:[0-9]{2})?)?)\z',
            try_cast(regexp_replace(regexp_replace(row['seen'], ' ([-+Z])', '$1'), '([-+][0-9]{2})([0-9]{2})$', '$1:$2') as timestamp),
            null
        ) as timestamp) as v4,
        cast(if(row['length'] rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,2}0*)?|[.][0-9]{1,2}0*)\z', try_cast(row['length'] as decimal(6,2)), null) as decimal(6,2)) as v5
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'no', if(v1 is null, row['no'], null),
                'name', if(v2 is null, row['name'], null),
                'logo', if(v3 is null, row['logo'], null),
                'seen', if(v4 is null, row['seen'], null),
                'length', if(v5 is null, row['length'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `no`,
    v2 as `name`,
    v3 as `logo`,
    v4 as `seen`,
    v5 as `length`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
