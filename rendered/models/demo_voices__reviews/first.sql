select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'voices'
        order by feed;

create or replace view changefeed_shop.reviews (
    `id` comment '…',
    `stars` comment '…',
    `score` comment '…',
    `body` comment '…',
    `photo` comment '…',
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
        table_bucket = pmod(hash('voices', 'voices', '', 'reviews'), 16)
        and feed = 'voices'
        and source_database = 'voices'
        and source_schema = ''
        and source_table = 'reviews'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['id']) = 0, try_cast(try_cast(row['id'] as decimal(38,0)) as bigint), null) as bigint) as v1,
        cast(if(changefeed.decimal_places(row['stars']) = 0, try_cast(try_cast(row['stars'] as decimal(38,0)) as smallint), null) as smallint) as v2,
        cast(if(changefeed.decimal_places(row['score']) <= 2, try_cast(row['score'] as decimal(12,2)), null) as decimal(12,2)) as v3,
        cast(if(startswith(row['body'], '\uFDD0'), null, row['body']) as string) as v4,
        cast(if(row['photo'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['photo'], 'base64'), null) as binary) as v5,
        cast(changefeed.unix_instant(row['seen']) as timestamp) as v6
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'id', if(v1 is null, row['id'], null),
                'stars', if(v2 is null, row['stars'], null),
                'score', if(v3 is null, row['score'], null),
                'body', if(v4 is null, row['body'], null),
                'photo', if(v5 is null, row['photo'], null),
                'seen', if(v6 is null, row['seen'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `id`,
    v2 as `stars`,
    v3 as `score`,
    v4 as `body`,
    v5 as `photo`,
    v6 as `seen`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
