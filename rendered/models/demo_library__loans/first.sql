select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'library'
        order by feed;

create or replace view changefeed_shop.loans (
    `id` comment '…',
    `fee` comment '…',
    `note` comment '…',
    `flags` comment '…',
    `due` comment '…',
    `seen` comment '…',
    `shelf` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('library', 'library', '', 'loans'), 16)
        and feed = 'library'
        and source_database = 'library'
        and source_schema = ''
        and source_table = 'loans'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(changefeed.decimal_places(row['id']) = 0, try_cast(try_cast(row['id'] as decimal(38,0)) as bigint), null) as bigint) as v1,
        cast(if(changefeed.decimal_places(row['fee']) <= 2, try_cast(row['fee'] as decimal(30,2)), null) as decimal(30,2)) as v2,
        cast(if(startswith(row['note'], '\uFDD0'), null, row['note']) as string) as v3,
        cast(if(if(length(if(row['flags'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['flags'], 'base64'), null)) <= 8, conv(concat('0', hex(if(row['flags'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['flags'], 'base64'), null))), 16, 10), null) rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,0}0*)?|[.][0-9]{1,1}0*)\z', try_cast(if(length(if(row['flags'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['flags'], 'base64'), null)) <= 8, conv(concat('0', hex(if(row['flags'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['flags'], 'base64'), null))), 16, 10), null) as decimal(20,0)), null) as decimal(20,0)) as v4,
        cast(if(regexp_replace(row['due'], r'^([0-9-]{10} [0-9:.]{8,18}) \S+\z', '$1') rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(regexp_replace(row['due'], r'^([0-9-]{10} [0-9:.]{8,18}) \S+\z', '$1') as timestamp_ntz), null) as timestamp_ntz) as v5,
        cast(changefeed.unix_instant(row['seen']) as timestamp) as v6,
        cast(if(changefeed.decimal_places(row['shelf']) = 0, try_cast(try_cast(row['shelf'] as decimal(38,0)) as bigint), null) as bigint) as v7
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'id', if(v1 is null, row['id'], null),
                'fee', if(v2 is null, row['fee'], null),
                'note', if(v3 is null, row['note'], null),
                'flags', if(v4 is null, row['flags'], null),
                'due', if(v5 is null, row['due'], null),
                'seen', if(v6 is null, row['seen'], null),
                'shelf', if(v7 is null, row['shelf'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `id`,
    v2 as `fee`,
    v3 as `note`,
    v4 as `flags`,
    v5 as `due`,
    v6 as `seen`,
    v7 as `shelf`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
