select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

select feed, source_database, source_schema, source_table, max(applied_batch_id) filter (where applied_batch_id > 0), max(refold_batch_id) from changefeed_internal.versions where applied_batch_id > 0 or refold_batch_id is not null group by feed, source_database, source_schema, source_table;

describe detail changefeed_internal.versions;

show tblproperties changefeed_shop.orders_history;

merge into changefeed_shop.orders_history as kept
using (
    with touched as (

        select feed, source_database, source_schema, source_table, row_key
        from changefeed_internal.versions
        where
            table_bucket = pmod(hash('shop', 'shop', '', 'orders'), 16)
            and feed = 'shop'
            and source_database = 'shop'
            and source_schema = ''
            and source_table = 'orders'
            and applied_batch_id > 0
        union
        select feed, source_database, source_schema, source_table, row_key
        from changefeed_internal.folded_rows
        where
            table_bucket = pmod(hash('shop', 'shop', '', 'orders'), 16)
            and feed = 'shop'
            and source_database = 'shop'
            and source_schema = ''
            and source_table = 'orders'
            and applied_batch_id > 0

    ),

    new as (

        with versions as (

            with rows as (

                select row, copies, valid_from, valid_to, is_current, operation, row_key, position, closed_position, version_id
                from (select *, md5(to_json(struct(row_key, position.topic, position.topic_incarnation, position.partition, position.offset, position.message_index, position.step))) as version_id from (select * from changefeed.history left semi join touched using (feed, source_database, source_schema, source_table, row_key)))
                where
                    table_bucket = pmod(hash('shop', 'shop', '', 'orders'), 16)
                    and feed = 'shop'
                    and source_database = 'shop'
                    and source_schema = ''
                    and source_table = 'orders'
                    and true

            ),

            read_rows as (
                -- as in models/demo_shop__orders_history/kept.sql
            ),

            checked_rows as (
                -- as in models/demo_shop__orders_history/kept.sql
            )

            select
                -- as in models/demo_shop__orders_history/kept.sql
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
        from final

    ),

    kept as (

        select stored.*
        from changefeed_shop.orders_history as stored
        left semi join touched
            on
                stored._row_key = touched.row_key

    )

    select `_valid_from`, `_valid_to`, `_is_current`, `_operation`, `_row_key`, `_version_id`, `order_no`, `customer_id`, `status`, `amount`, `paid_at`, `remark`, `_unreadable`, 1 as _copy
    from new
    left anti join kept
        on
            new.`_valid_from` <=> kept.`_valid_from`
            and new.`_valid_to` <=> kept.`_valid_to`
            and new.`_is_current` <=> kept.`_is_current`
            and new.`_operation` <=> kept.`_operation`
            and new.`_row_key` <=> kept.`_row_key`
            and new.`_version_id` <=> kept.`_version_id`
            and new.`order_no` <=> kept.`order_no`
            and new.`customer_id` <=> kept.`customer_id`
            and new.`status` <=> kept.`status`
            and new.`amount` <=> kept.`amount`
            and new.`paid_at` <=> kept.`paid_at`
            and new.`remark` <=> kept.`remark`
            and to_json(new.`_unreadable`) <=> to_json(kept.`_unreadable`)
    union all
    select `_valid_from`, `_valid_to`, `_is_current`, `_operation`, `_row_key`, `_version_id`, `order_no`, `customer_id`, `status`, `amount`, `paid_at`, `remark`, `_unreadable`, 0 as _copy
    from kept
    left anti join new on kept.`_version_id` = new.`_version_id`
) as new
on kept._row_key = new._row_key and kept._version_id = new._version_id
when matched and new._copy < 1 then delete
when matched then update set *
when not matched and new._copy > 0 then insert *;
