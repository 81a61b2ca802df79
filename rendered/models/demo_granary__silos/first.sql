select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'granary'
        order by feed;

create or replace view changefeed_shop.silos (
    `ID` comment '…',
    `GRAIN` comment '…',
    `TONS` comment '…',
    `FILLED` comment '…',
    `SEEN` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('granary', '', 'GRANARY', 'SILOS'), 16)
        and feed = 'granary'
        and source_database = ''
        and source_schema = 'GRANARY'
        and source_table = 'SILOS'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['ID']) = 0, try_cast(try_cast(row['ID'] as decimal(38,0)) as bigint), null) as bigint) as v1,
        cast(if(startswith(row['GRAIN'], '\uFDD0'), null, row['GRAIN']) as string) as v2,
        cast(if(changefeed.decimal_places(row['TONS']) <= 2, try_cast(row['TONS'] as decimal(22,2)), null) as decimal(22,2)) as v3,
        cast(if(regexp_replace(row['FILLED'], r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2') rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(regexp_replace(row['FILLED'], r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2') as timestamp_ntz), null) as timestamp_ntz) as v4,
        cast(if(regexp_replace(row['SEEN'], r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2') rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(regexp_replace(row['SEEN'], r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2') as timestamp_ntz), null) as timestamp_ntz) as v5
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'ID', if(v1 is null, row['ID'], null),
                'GRAIN', if(v2 is null, row['GRAIN'], null),
                'TONS', if(v3 is null, row['TONS'], null),
                'FILLED', if(v4 is null, row['FILLED'], null),
                'SEEN', if(v5 is null, row['SEEN'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `ID`,
    v2 as `GRAIN`,
    v3 as `TONS`,
    v4 as `FILLED`,
    v5 as `SEEN`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
