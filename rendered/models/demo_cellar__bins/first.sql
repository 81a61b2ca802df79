select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'cellar'
        order by feed;

create or replace view changefeed_shop.bins (
    `bin` comment '…',
    `is_open` comment '…',
    `label` comment '…',
    `temp` comment '…',
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
        table_bucket = pmod(hash('cellar', 'cellar', 'store', 'bins'), 16)
        and feed = 'cellar'
        and source_database = 'cellar'
        and source_schema = 'store'
        and source_table = 'bins'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(startswith(row['bin'], '\uFDD0'), null, row['bin']) as string) as v1,
        cast(case lower(row['is_open']) when 'true' then true when 't' then true when '1' then true when 'false' then false when 'f' then false when '0' then false end as boolean) as v2,
        cast(if(row['label'] rlike r'^(?:\\x)?+(?:[0-9a-fA-F]{2})*+\z', unhex(ltrim(r'\x', row['label'])), null) as binary) as v3,
        cast(if(startswith(row['temp'], '\uFDD0'), null, row['temp']) as string) as v4,
        cast(if(
            row['seen'] rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)? ?(Z|[-+][0-9]{2}(:?[0-9]{2}(:[0-9]{2})?)?)\z',
            try_cast(regexp_replace(regexp_replace(row['seen'], ' ([-+Z])', '$1'), '([-+][0-9]{2})([0-9]{2})$', '$1:$2') as timestamp),
            null
        ) as timestamp) as v5
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'bin', if(v1 is null, row['bin'], null),
                'is_open', if(v2 is null, row['is_open'], null),
                'label', if(v3 is null, row['label'], null),
                'temp', if(v4 is null, row['temp'], null),
                'seen', if(v5 is null, row['seen'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `bin`,
    v2 as `is_open`,
    v3 as `label`,
    v4 as `temp`,
    v5 as `seen`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
