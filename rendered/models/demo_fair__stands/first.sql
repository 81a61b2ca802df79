select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'fair'
        order by feed;

create or replace view changefeed_shop.stands (
    `_id` comment '…',
    `name` comment '…',
    `rent` comment '…',
    `size` comment '…',
    `place` comment '…',
    `since` comment '…',
    `logo` comment '…',
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
        table_bucket = pmod(hash('fair', 'fair', '', 'stands'), 16)
        and feed = 'fair'
        and source_database = 'fair'
        and source_schema = ''
        and source_table = 'stands'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(row['_id'] rlike r'^[0-9a-f]{24}\z', row['_id'], null) as string) as v1,
        cast(if(startswith(row['name'], '\uFDD0'), null, if(startswith(row['name'], '"'), from_json(concat('[', row['name'], ']'), 'array<string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))[0], row['name'])) as string) as v2,
        cast(if(changefeed.decimal_places(regexp_replace(row['rent'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1')) <= 2, try_cast(regexp_replace(row['rent'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as decimal(12,2)), null) as decimal(12,2)) as v3,
        cast(if(not regexp_replace(row['size'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') rlike '^[^eE]*[1-9]' or abs(try_cast(regexp_replace(row['size'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as double)) <> double('Infinity') and try_cast(regexp_replace(row['size'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as double) <> 0 and regexp_replace(row['size'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') rlike '^[-+0.]*[1-9](?:[.]?[0-9]){0,16}[.0]*(?:[eE]|$)|[.][0-9]{30}$'
        and (regexp_replace(row['size'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') rlike '[^-+0-9]|^.{0,15}$' or try_cast(regexp_replace(row['size'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as decimal(38,0)) = try_cast(string(try_cast(regexp_replace(row['size'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as double)) as decimal(38,0))), try_cast(regexp_replace(row['size'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as double), null) as double) as v4,
        cast(if(startswith(row['place'], '\uFDD0'), null, row['place']) as string) as v5,
        cast(if(
            row['since'] rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?(Z|[-+][0-9]{2}:?[0-9]{2})\z',
            try_cast(regexp_replace(regexp_replace(row['since'], ' ([-+Z])', '$1'), '([-+][0-9]{2})([0-9]{2})$', '$1:$2') as timestamp),
            null
        ) as timestamp) as v6,
        cast(if(nullif(regexp_extract(row['logo'], r'^[{]"[$]binary":[{]"base64":"([^"]*)",', 1), '') rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(nullif(regexp_extract(row['logo'], r'^[{]"[$]binary":[{]"base64":"([^"]*)",', 1), ''), 'base64'), null) as binary) as v7,
        cast(if(changefeed.decimal_places(regexp_replace(row['seen'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1')) = 0, try_cast(try_cast(regexp_replace(row['seen'], r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as decimal(38,0)) as bigint), null) as bigint) as v8
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                '_id', if(v1 is null, row['_id'], null),
                'name', if(v2 is null, row['name'], null),
                'rent', if(v3 is null, row['rent'], null),
                'size', if(v4 is null, row['size'], null),
                'place', if(v5 is null, row['place'], null),
                'since', if(v6 is null, row['since'], null),
                'logo', if(v7 is null, row['logo'], null),
                'seen', if(v8 is null, row['seen'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `_id`,
    v2 as `name`,
    v3 as `rent`,
    v4 as `size`,
    v5 as `place`,
    v6 as `since`,
    v7 as `logo`,
    v8 as `seen`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
