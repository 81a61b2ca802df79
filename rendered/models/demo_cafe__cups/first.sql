select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'cafe'
        order by feed;

create or replace view changefeed_shop.cups (
    `no` comment '…',
    `name` comment '…',
    `size` comment '…',
    `seen` comment '…',
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
        table_bucket = pmod(hash('cafe', 'cafe', '', 'cups'), 16)
        and feed = 'cafe'
        and source_database = 'cafe'
        and source_schema = ''
        and source_table = 'cups'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['no']) <= 0, try_cast(row['no'] as decimal(20,0)), null) as decimal(20,0)) as v1,
        cast(if(startswith(row['name'], '\uFDD0'), null, row['name']) as string) as v2,
        cast(changefeed.mysql_enum_label(row['size'], array('small', 'large')) as string) as v3,
        cast(if(
            regexp_replace(row['seen'], r'^[{]"location":"([^"]+)","value":"([^"]*)"[}]\z', '$2 $1') rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)? \S+\z',
            try_cast(regexp_replace(regexp_replace(row['seen'], r'^[{]"location":"([^"]+)","value":"([^"]*)"[}]\z', '$2 $1'), '^([0-9-]{10}):', '$1 ') as timestamp),
            null
        ) as timestamp) as v4,
        cast(if(row['photo'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['photo'], 'base64'), null) as binary) as v5
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'no', if(v1 is null, row['no'], null),
                'name', if(v2 is null, row['name'], null),
                'size', if(v3 is null, row['size'], null),
                'seen', if(v4 is null, row['seen'], null),
                'photo', if(v5 is null, row['photo'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `no`,
    v2 as `name`,
    v3 as `size`,
    v4 as `seen`,
    v5 as `photo`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
