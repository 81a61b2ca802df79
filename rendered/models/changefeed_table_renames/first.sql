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
        collect_list(struct(
                    actions.position,
                    actions.action_index,
                    actions.action,
                    actions.source_database,
                    actions.source_schema,
                    actions.source_table,
                    actions.new_database,
                    actions.new_schema,
                    actions.new_table,
                    actions.positions
                )),
        (one, other) -> case when struct(one.position, one.action_index) < struct(other.position, other.action_index) then -1 when struct(one.position, one.action_index) > struct(other.position, other.action_index) then 1 else 0 end
    ) as renames,
    '0/0' as fingerprint
from changefeed_internal.event_actions as actions
left semi join feeds on actions.feed = feeds.feed
where actions.action in ('rename_table', 'drop_table')
group by actions.feed;
