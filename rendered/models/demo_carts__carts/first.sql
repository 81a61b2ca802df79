select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'carts'
        order by feed;

create or replace view changefeed_shop.carts (
    `_id` comment '…',
    `state` comment '…',
    `total` comment '…',
    `address` comment '…',
    `at` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('carts', 'shop', '', 'carts'), 16)
        and feed = 'carts'
        and source_database = 'shop'
        and source_schema = ''
        and source_table = 'carts'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(row['_id'] rlike r'^[0-9a-f]{24}\z', row['_id'], null) as string) as v1,
        cast(if(startswith(row['state'], '\uFDD0'), null, if(startswith(row['state'], '"'), from_json(concat('[', row['state'], ']'), 'array<string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))[0], row['state'])) as string) as v2,
        cast(if(changefeed.decimal_places(regexp_replace(row['total'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1')) <= 2, try_cast(regexp_replace(row['total'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as decimal(12,2)), null) as decimal(12,2)) as v3,
        cast(if(startswith(row['address'], '\uFDD0'), null, row['address']) as string) as v4,
        cast(if(
            row['at'] rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?(Z|[-+][0-9]{2}:?[0-9]{2})\z',
            try_cast(regexp_replace(regexp_replace(row['at'], ' ([-+Z])', '$1'), '([-+][0-9]{2})([0-9]{2})$', '$1:$2') as timestamp),
            null
        ) as timestamp) as v5
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                '_id', if(v1 is null, row['_id'], null),
                'state', if(v2 is null, row['state'], null),
                'total', if(v3 is null, row['total'], null),
                'address', if(v4 is null, row['address'], null),
                'at', if(v5 is null, row['at'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `_id`,
    v2 as `state`,
    v3 as `total`,
    v4 as `address`,
    v5 as `at`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
