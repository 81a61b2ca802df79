select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

create or replace view changefeed_shop.orders_changes (
    `_changed_at` comment '…',
    `_operation` comment '…',
    `_row_key` comment '…',
    `_previous_row_key` comment '…',
    `_is_partial` comment '…',
    `_position` comment '…',
    `before` comment '…',
    `after` comment '…',
    `_unreadable` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as
with changes as (

    select
        source_at,
        operation,
        row_key,
        previous_row_key,
        is_partial,
        position,
        before,
        after
    from changefeed.changes
    where
        feed = 'shop'
        and source_database = 'shop'
        and source_schema = ''
        and source_table = 'orders'
        and operation in ('snapshot', 'insert', 'update', 'delete')

),

read_changes as (

    select
        *,
        if(before is null, null, named_struct(
            'order_no', cast(if(startswith(before['order_no'], '\uFDD0'), null, before['order_no']) as string),
            'customer_id', cast(try_cast(before['customer_id'] as bigint) as bigint),
            'status', cast(changefeed.mysql_enum_label(before['status'], array('new', 'paid', 'shipped', 'done')) as string),
            'amount', cast(if(before['amount'] rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,2}0*)?|[.][0-9]{1,2}0*)\z', try_cast(before['amount'] as decimal(12,2)), null) as decimal(12,2)),
            'paid_at', cast(if(before['paid_at'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(before['paid_at'], ' Asia/Shanghai') as timestamp), null) as timestamp),
            'remark', cast(if(startswith(before['remark'], '\uFDD0'), null, before['remark']) as string)
        )) as read_before,
        if(after is null, null, named_struct(
            'order_no', cast(if(startswith(after['order_no'], '\uFDD0'), null, after['order_no']) as string),
            'customer_id', cast(try_cast(after['customer_id'] as bigint) as bigint),
            'status', cast(changefeed.mysql_enum_label(after['status'], array('new', 'paid', 'shipped', 'done')) as string),
            'amount', cast(if(after['amount'] rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,2}0*)?|[.][0-9]{1,2}0*)\z', try_cast(after['amount'] as decimal(12,2)), null) as decimal(12,2)),
            'paid_at', cast(if(after['paid_at'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(after['paid_at'], ' Asia/Shanghai') as timestamp), null) as timestamp),
            'remark', cast(if(startswith(after['remark'], '\uFDD0'), null, after['remark']) as string)
        )) as read_after
    from changes

),

checked_changes as (

    select
        *,
        map_concat(
            map_filter(
                map(
                    'before.order_no', if(read_before.`order_no` is null, before['order_no'], null),
                    'before.customer_id', if(read_before.`customer_id` is null, before['customer_id'], null),
                    'before.status', if(read_before.`status` is null, before['status'], null),
                    'before.amount', if(read_before.`amount` is null, before['amount'], null),
                    'before.paid_at', if(read_before.`paid_at` is null, before['paid_at'], null),
                    'before.remark', if(read_before.`remark` is null, before['remark'], null)
                ),
                (name, text) -> text is not null
            ),
            map_filter(
                map(
                    'after.order_no', if(read_after.`order_no` is null, after['order_no'], null),
                    'after.customer_id', if(read_after.`customer_id` is null, after['customer_id'], null),
                    'after.status', if(read_after.`status` is null, after['status'], null),
                    'after.amount', if(read_after.`amount` is null, after['amount'], null),
                    'after.paid_at', if(read_after.`paid_at` is null, after['paid_at'], null),
                    'after.remark', if(read_after.`remark` is null, after['remark'], null)
                ),
                (name, text) -> text is not null
            )
        ) as unreadable
    from read_changes

)

select
    source_at as _changed_at,
    operation as _operation,
    row_key as _row_key,
    previous_row_key as _previous_row_key,
    coalesce(is_partial, false) as _is_partial,
    position as _position,
    read_before as before,
    read_after as after,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_changes;
