select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings
        where feed = 'shop'
        order by feed;

show tblproperties changefeed_shop.page_views;

merge into changefeed_shop.page_views as kept
using (
    with changed as (

        with rows as (

            select row, if(is_deleted, 0, copies) as copies, row_key
            from changefeed.current_rows
            where
                table_bucket = pmod(hash('shop', 'shop', '', 'page_views'), 16)
                and feed = 'shop'
                and source_database = 'shop'
                and source_schema = ''
                and source_table = 'page_views'
                and applied_batch_id > 0

        ),

        read_rows as (
            -- as in models/demo_shop__page_views/kept.sql
        ),

        checked_rows as (
            -- as in models/demo_shop__page_views/first.sql
        )

        select
            v1 as `viewed_at`,
            v2 as `url`,
            v3 as `millis`,
            v4 as `_row_key`,
            copy + 1 as `_copy`,
            if(size(unreadable) > 0, unreadable, null) as _unreadable
        from checked_rows
        lateral view posexplode(array_repeat(0, cast(copies as int))) as copy, nothing

    )

    select `viewed_at`, `url`, `millis`, `_row_key`, `_copy`, `_unreadable`
    from changed
    union all
    select `viewed_at`, `url`, `millis`, `_row_key`, -`_copy`, `_unreadable`
    from changefeed_shop.page_views as kept
    left semi join (
        select row_key
        from changefeed_internal.folded_rows
        where
            table_bucket = pmod(hash('shop', 'shop', '', 'page_views'), 16)
            and feed = 'shop'
            and source_database = 'shop'
            and source_schema = ''
            and source_table = 'page_views'
            and applied_batch_id > 0
    ) as folded on kept._row_key = folded.row_key
    left anti join changed on kept._row_key = changed._row_key and kept._copy = changed._copy
) as new
on kept._row_key = new._row_key and kept._copy = abs(new._copy)
when matched and new._copy < 1 then delete
when matched then update set *
when not matched and new._copy > 0 then insert *;
