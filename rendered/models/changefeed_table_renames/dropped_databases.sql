select count(*) from changefeed_internal.table_renames where fingerprint = '8/6/1/6/12';

create or replace table changefeed_internal.table_renames

    using delta

      comment '…'

      as

with feeds as (

    select distinct feed
    from changefeed_internal.event_actions
    where action = 'rename_table'

)

select
    actions.feed,
    array_sort(
        -- as in models/changefeed_table_renames/first.sql
    ) as renames,
    '8/6/1/6/12' as fingerprint
from changefeed_internal.event_actions as actions
left semi join feeds on actions.feed = feeds.feed
where actions.action in ('rename_table', 'drop_table')
group by actions.feed;
