select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'kiosk'
        order by feed;

create or replace view changefeed_shop.papers (
    `id` comment '…',
    `title` comment '…',
    `price` comment '…',
    `tags` comment '…',
    `cover` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('kiosk', 'kiosk', '', 'papers'), 16)
        and feed = 'kiosk'
        and source_database = 'kiosk'
        and source_schema = ''
        and source_table = 'papers'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['id']) = 0, try_cast(try_cast(row['id'] as decimal(38,0)) as bigint), null) as bigint) as v1,
        cast(if(startswith(row['title'], '\uFDD0'), null, row['title']) as string) as v2,
        cast(if(changefeed.decimal_places(row['price']) <= 2, try_cast(row['price'] as decimal(22,2)), null) as decimal(22,2)) as v3,
        cast(replace(array_join(from_json(row['tags'], 'array<string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), ','), "''", "'") as string) as v4,
        cast(if(row['cover'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['cover'], 'base64'), null) as binary) as v5
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'id', if(v1 is null, row['id'], null),
                'title', if(v2 is null, row['title'], null),
                'price', if(v3 is null, row['price'], null),
                'tags', if(v4 is null, row['tags'], null),
                'cover', if(v5 is null, row['cover'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `id`,
    v2 as `title`,
    v3 as `price`,
    v4 as `tags`,
    v5 as `cover`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
