select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'meters'
        order by feed;

create or replace view changefeed_shop.readings (
    `meter` comment '…',
    `kwh` comment '…',
    `note` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('meters', '', '', 'meter_readings'), 16)
        and feed = 'meters'
        and source_database = ''
        and source_schema = ''
        and source_table = 'meter_readings'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(try_cast(row['meter'] as bigint) as bigint) as v1,
        cast(if(string(try_cast(row['kwh'] as double)) = replace(upper(row['kwh']), 'E+', 'E')
        or row['kwh'] rlike '^[-+0.]*(?:[eE]|$)'
        or row['kwh'] rlike '^[-+0.]*[1-9](?:[.]?[0-9]){0,14}[.0]*(?:[eE]|$)' and try_cast(row['kwh'] as double) <> 0 and abs(try_cast(row['kwh'] as double)) <> double('Infinity')
        or changefeed.decimal_places(row['kwh']) <= 18 and try_cast(string(try_cast(row['kwh'] as double)) as decimal(38,18)) = try_cast(row['kwh'] as decimal(38,18)), try_cast(row['kwh'] as double), null) as double) as v2,
        cast(if(startswith(row['note'], '\uFDD0'), null, row['note']) as string) as v3
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'meter', if(v1 is null, row['meter'], null),
                'kwh', if(v2 is null, row['kwh'], null),
                'note', if(v3 is null, row['note'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `meter`,
    v2 as `kwh`,
    v3 as `note`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
