select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'works'
        order by feed;

create or replace view changefeed_shop.parts (
    `part` comment '…',
    `qty` comment '…',
    `price` comment '…',
    `checked` comment '…',
    `made` comment '…',
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
        table_bucket = pmod(hash('works', 'works', '', 'parts'), 16)
        and feed = 'works'
        and source_database = 'works'
        and source_schema = ''
        and source_table = 'parts'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(if(startswith(row['part'], '\uFDD0'), null, row['part']) as string) as v1,
        cast(try_cast(row['qty'] as bigint) as bigint) as v2,
        cast(if(changefeed.decimal_places(row['price']) <= 2, try_cast(row['price'] as decimal(12,2)), null) as decimal(12,2)) as v3,
        cast(case row['checked'] when 'true' then true when 'false' then false end as boolean) as v4,
        cast(if(convert_timezone('UTC', 'Asia/Shanghai', cast(if(row['made'] rlike r'^-?[0-9]{1,15}\z', if(try_cast(row['made'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(row['made'] as bigint)), null), null) as timestamp_ntz)) = cast(cast(convert_timezone('UTC', 'Asia/Shanghai', cast(if(row['made'] rlike r'^-?[0-9]{1,15}\z', if(try_cast(row['made'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(row['made'] as bigint)), null), null) as timestamp_ntz)) as date) as timestamp_ntz), cast(convert_timezone('UTC', 'Asia/Shanghai', cast(if(row['made'] rlike r'^-?[0-9]{1,15}\z', if(try_cast(row['made'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(row['made'] as bigint)), null), null) as timestamp_ntz)) as date), null) as date) as v5,
        cast(if(row['seen'] rlike r'^-?[0-9]{1,15}\z', if(try_cast(row['seen'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(row['seen'] as bigint)), null), null) as timestamp) as v6,
        cast(if(row['photo'] rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(row['photo'], 'base64'), null) as binary) as v7
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'part', if(v1 is null, row['part'], null),
                'qty', if(v2 is null, row['qty'], null),
                'price', if(v3 is null, row['price'], null),
                'checked', if(v4 is null, row['checked'], null),
                'made', if(v5 is null, row['made'], null),
                'seen', if(v6 is null, row['seen'], null),
                'photo', if(v7 is null, row['photo'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `part`,
    v2 as `qty`,
    v3 as `price`,
    v4 as `checked`,
    v5 as `made`,
    v6 as `seen`,
    v7 as `photo`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
