select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

select feed, source_database, source_schema, source_table, max(applied_batch_id) filter (where applied_batch_id > 0), max(refold_batch_id) from changefeed_internal.versions where applied_batch_id > 0 or refold_batch_id is not null group by feed, source_database, source_schema, source_table;

describe detail changefeed_internal.versions;

show tblproperties changefeed_shop.orders_history;

create or replace table changefeed_shop.orders_history
using delta

comment '…'
tblproperties ('delta.enableChangeDataFeed' = 'true', 'delta.autoOptimize.autoCompact' = 'true', 'delta.dataSkippingStatsColumns' = '_valid_from,_valid_to,order_no,customer_id,status,amount,paid_at,remark,_row_key', 'changefeed.batch_id' = '0', 'changefeed.basis' = '{"actions": "", "columns": {}, "dialect": "", "folded_rows": ["the id of changefeed_internal.folded_rows", "the id of changefeed_internal.versions"], "followed": {}, "gone": [], "layout": "", "properties": {}, "refused": [], "request": 0}', 'changefeed.query' = '…', 'changefeed.key' = '["_version_id"]')
as
with versions as (

    with rows as (

        select row, copies, valid_from, valid_to, is_current, operation, row_key, position, closed_position, version_id
        from (select *, md5(to_json(struct(row_key, position.topic, position.topic_incarnation, position.partition, position.offset, position.message_index, position.step))) as version_id from changefeed.history)
        where
            table_bucket = pmod(hash('shop', 'shop', '', 'orders'), 16)
            and feed = 'shop'
            and source_database = 'shop'
            and source_schema = ''
            and source_table = 'orders'
            and true

    ),

    read_rows as (

        select
            row,
            copies,
            valid_from as v1,
            valid_to as v2,
            is_current as v3,
            operation as v4,
            row_key as v5,
            position as v6,
            closed_position as v7,
            version_id as v8,
            cast(if(startswith(row['order_no'], '\uFDD0'), null, row['order_no']) as string) as v9,
            cast(try_cast(row['customer_id'] as bigint) as bigint) as v10,
            cast(changefeed.mysql_enum_label(row['status'], array('new', 'paid', 'shipped', 'done')) as string) as v11,
            cast(if(row['amount'] rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,2}0*)?|[.][0-9]{1,2}0*)\z', try_cast(row['amount'] as decimal(12,2)), null) as decimal(12,2)) as v12,
            cast(if(row['paid_at'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(row['paid_at'], ' Asia/Shanghai') as timestamp), null) as timestamp) as v13,
            cast(if(startswith(row['remark'], '\uFDD0'), null, row['remark']) as string) as v14
        from rows

    ),

    checked_rows as (

        select
            *,
            map_filter(
                map(
                    'order_no', if(v9 is null, row['order_no'], null),
                    'customer_id', if(v10 is null, row['customer_id'], null),
                    'status', if(v11 is null, row['status'], null),
                    'amount', if(v12 is null, row['amount'], null),
                    'paid_at', if(v13 is null, row['paid_at'], null),
                    'remark', if(v14 is null, row['remark'], null)
                ),
                (name, text) -> text is not null
            ) as unreadable
        from read_rows

    )

    select
        v1 as `_valid_from`,
        v2 as `_valid_to`,
        v3 as `_is_current`,
        v4 as `_operation`,
        v5 as `_row_key`,
        v6 as `_position`,
        v7 as `_closed_position`,
        v8 as `_version_id`,
        v9 as `order_no`,
        v10 as `customer_id`,
        v11 as `status`,
        v12 as `amount`,
        v13 as `paid_at`,
        v14 as `remark`,
        if(size(unreadable) > 0, unreadable, null) as _unreadable
    from checked_rows

),

final as (

    select
        _valid_from as _valid_from,
        _valid_to as _valid_to,
        _is_current as _is_current,
        _operation as _operation,
        _row_key,
        _version_id as _version_id,
        `order_no`,
        `customer_id`,
        `status`,
        `amount`,
        `paid_at`,
        `remark`,
        _unreadable
    from versions

)

select *
from final;

alter table changefeed_shop.orders_history alter column
    `order_no` comment '…',
    `customer_id` comment '…',
    `status` comment '…',
    `amount` comment '…',
    `paid_at` comment '…',
    `remark` comment '…',
    `_row_key` comment '…',
    `_unreadable` comment '…';
