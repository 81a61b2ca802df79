select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'vine'
        order by feed;

create or replace view changefeed_shop.wines (
    `id` comment '…',
    `name` comment '…',
    `price` comment '…',
    `open` comment '…',
    `label` comment '…',
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
        table_bucket = pmod(hash('vine', 'vine', 'public', 'wines'), 16)
        and feed = 'vine'
        and source_database = 'vine'
        and source_schema = 'public'
        and source_table = 'wines'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['id']) = 0, try_cast(try_cast(row['id'] as decimal(38,0)) as int), null) as int) as v1,
        cast(if(startswith(row['name'], '\uFDD0'), null, row['name']) as string) as v2,
        cast(if(changefeed.decimal_places(row['price']) <= 2, try_cast(row['price'] as decimal(22,2)), null) as decimal(22,2)) as v3,
        cast(case row['open'] when 'true' then true when 'false' then false end as boolean) as v4,
        cast(if(row['label'] rlike r'^(?:\\x)?+(?:[0-9a-fA-F]{2})*+\z', unhex(ltrim(r'\x', row['label'])), null) as binary) as v5,
        cast(if(
            row['seen'] rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)? ?(Z|[-+][0-9]{2}(:?[0-9]{2}(:[0-9]{2})?)?)\z',
            try_cast(regexp_replace(regexp_replace(row['seen'], ' ([-+Z])', '$1'), '([-+][0-9]{2})([0-9]{2})$', '$1:$2') as timestamp),
            null
        ) as timestamp) as v6
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'id', if(v1 is null, row['id'], null),
                'name', if(v2 is null, row['name'], null),
                'price', if(v3 is null, row['price'], null),
                'open', if(v4 is null, row['open'], null),
                'label', if(v5 is null, row['label'], null),
                'seen', if(v6 is null, row['seen'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `id`,
    v2 as `name`,
    v3 as `price`,
    v4 as `open`,
    v5 as `label`,
    v6 as `seen`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
