select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

create or replace view changefeed_shop.customers (
    `id` comment '…',
    `name` comment '…',
    `level` comment '…',
    `tags` comment '…',
    `balance` comment '…',
    `born` comment '…',
    `created_at` comment '…',
    `updated_at` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with rows as (

    select row, copies
    from changefeed.current_rows
    where
        table_bucket = pmod(hash('shop', 'shop', '', 'customers'), 16)
        and feed = 'shop'
        and source_database = 'shop'
        and source_schema = ''
        and source_table = 'customers'
        and not is_deleted

),

read_rows as (

    select
        row,
        copies,
        cast(try_cast(row['id'] as bigint) as bigint) as v1,
        cast(if(startswith(row['name'], '\uFDD0'), null, row['name']) as string) as v2,
        cast(changefeed.mysql_enum_label(row['level'], array('new', 'regular', 'vip')) as string) as v3,
        cast(changefeed.mysql_set_labels(row['tags'], array('newsletter', 'risk', 'staff')) as string) as v4,
        cast(if(row['balance'] rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,4}0*)?|[.][0-9]{1,4}0*)\z', try_cast(row['balance'] as decimal(18,4)), null) as decimal(18,4)) as v5,
        cast(if(row['born'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}\z', try_cast(row['born'] as date), null) as date) as v6,
        cast(if(row['created_at'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(row['created_at'] as timestamp_ntz), null) as timestamp_ntz) as v7,
        cast(if(row['updated_at'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(row['updated_at'], ' Asia/Shanghai') as timestamp), null) as timestamp) as v8
    from rows

),

checked_rows as (

    select
        *,
        map_filter(
            map(
                'id', if(v1 is null, row['id'], null),
                'name', if(v2 is null, row['name'], null),
                'level', if(v3 is null, row['level'], null),
                'tags', if(v4 is null, row['tags'], null),
                'balance', if(v5 is null, row['balance'], null),
                'born', if(v6 is null, row['born'], null),
                'created_at', if(v7 is null, row['created_at'], null),
                'updated_at', if(v8 is null, row['updated_at'], null)
            ),
            (name, text) -> text is not null
        ) as unreadable
    from read_rows

)

select
    v1 as `id`,
    v2 as `name`,
    v3 as `level`,
    v4 as `tags`,
    v5 as `balance`,
    v6 as `born`,
    v7 as `created_at`,
    v8 as `updated_at`,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows;
