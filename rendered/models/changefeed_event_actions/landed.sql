select concat_ws('/', count(*), max(decode_batch_id), (select count(*) from changefeed_internal.sweeps), nullif(sum(position.epoch), 0), nullif(sum(position.concurrent_rank), 0), (select bit_xor(xxhash64(*)) from changefeed_internal.table_reloads where feed <> ''), (select bit_xor(xxhash64(column_type, column_name, position)) from (select * except (types)
from (
    select
        *,
        collect_set(column_type) over (partition by feed, source_database, source_schema, source_table, column_name) as types
    from changefeed_internal.sent_types
    lateral view explode(from_json(column_types, 'map<string,string>')) as column_name, column_type
)
where size(types) > 1))) as fingerprint, count_if(is_understood and exists(actions, action -> action.action = 'drop_table' and action.source_table = '')) as dropped_databases, count_if(coalesce(size(position.sequence) = 2 and position.sequence[1] = -1, false)) as unnumbered, coalesce(max(decode_batch_id) filter (where size(former_tables) > 0), 0) as newest_with_former_tables from changefeed.table_events;

select coalesce(max(decode_batch_id), 0) from changefeed.table_events where is_understood and exists(actions, action -> action.action = 'drop_table' and action.source_table = '');

select coalesce(max(1), 0) from changefeed.table_events where coalesce(size(position.sequence) = 2 and position.sequence[1] = -1, false);

select count(*) from (select * except (types)
from (
    select
        *,
        collect_set(column_type) over (partition by feed, source_database, source_schema, source_table, column_name) as types
    from changefeed_internal.sent_types
    lateral view explode(from_json(column_types, 'map<string,string>')) as column_name, column_type
)
where size(types) > 1);

create or replace table changefeed_internal.event_actions

    using delta

      comment '…'

      as

with named as (
    -- as in models/changefeed_event_actions/first.sql
),

actions as (

    select * from named where source_table <> ''

),

-- A statement that is delivered again in a partition counts where it came last: the changes between are delivered again
-- after it. Changes with a sequence keep their place. So a statement that is placed among them counts where it came first.
delivered as (

    select
        * except (position, decode_batch_id),
        max(position) as position,
        max(decode_batch_id) as decode_batch_id
    from actions
    group by all

),

-- One statement can come in several partitions. It acts on each of them at its position there, and on all others at its
-- first position.
final as (

    select
        * except (position, topic_partition, decode_batch_id),
        min(position) as position,
        if(count(*) > 1, map_from_entries(collect_list(struct(topic_partition, position))), map()) as positions,
        max(decode_batch_id) as decode_batch_id
    from delivered
    group by all

)

select
    *,
    '8/6/1' as fingerprint
from final;
