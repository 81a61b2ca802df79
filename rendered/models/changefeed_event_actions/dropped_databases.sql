select concat_ws('/', count(*), max(decode_batch_id), (select count(*) from changefeed_internal.sweeps), nullif(sum(position.epoch), 0), nullif(sum(position.concurrent_rank), 0), (select bit_xor(xxhash64(*)) from changefeed_internal.table_reloads where feed <> ''), (select bit_xor(xxhash64(column_type, column_name, position)) from (select * except (types)
from (
    select
        *,
        collect_set(column_type) over (partition by feed, source_database, source_schema, source_table, column_name) as types
    from changefeed_internal.sent_types
    lateral view explode(from_json(column_types, 'map<string,string>')) as column_name, column_type
)
where size(types) > 1))) as fingerprint, count_if(is_understood and exists(actions, action -> action.action = 'drop_table' and action.source_table = '')) as dropped_databases, count_if(coalesce(size(position.sequence) = 2 and position.sequence[1] = -1, false)) as unnumbered, coalesce(max(decode_batch_id) filter (where size(former_tables) > 0), 0) as newest_with_former_tables from changefeed.table_events;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.event_actions;

select greatest((select max(decode_batch_id) from changefeed.table_events), 0, coalesce((
    select max(decode_batch_id)
    from (
        select
            -- as in models/changefeed_order_health/first.sql
        from (
            -- as in models/changefeed_order_health/first.sql
        ) as events
        inner join changefeed_internal.ordered_changes as log
            on
                events.feed = log.feed
                and events.hour = date_trunc('hour', log.source_at)
                and log.source_at >= events.second - interval 1 hour
                and log.source_at < events.second + interval 1 second
                and events.position.epoch = log.position.epoch
        where
            log.operation in ('snapshot', 'insert', 'update', 'delete')
            and log.position.sequence is not null
            and (log.decode_batch_id > 0)
    )
    where is_own or is_before
), 0));

select count(distinct feed, source_database, source_schema, source_table) from changefeed_internal.source_tables;

select count(*) from changefeed_internal.event_actions where fingerprint = '8/6/1/6/12';

select coalesce(max(decode_batch_id), 0) from changefeed.table_events where is_understood and exists(actions, action -> action.action = 'drop_table' and action.source_table = '');

select coalesce(max(1), 0) from changefeed.table_events where coalesce(size(position.sequence) = 2 and position.sequence[1] = -1, false);

select distinct cast(date_trunc('hour', source_at) as string) as hour from changefeed.table_events where coalesce(size(position.sequence) = 2 and position.sequence[1] = -1, false) and source_at is not null order by hour;

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

    select
        events.feed,
        action.*,
        action_index,
        events.operation,
        events.statement,
        events.source_at,
        events.position,
        events.decode_batch_id,
        events.is_placed,
        concat_ws('/', events.position.topic, events.position.topic_incarnation, events.position.partition) as topic_partition
    from (
    select
        events.* except (position, decode_batch_id),
        coalesce(size(events.position.sequence) = 2 and events.position.sequence[1] = -1, false) as is_placed,
        if(
            coalesce(size(events.position.sequence) = 2 and events.position.sequence[1] = -1, false),
            named_struct(
                'epoch', events.position.epoch,
                'sequence', greatest(
                    least(
                        events.position.sequence,
                        if(next.sequence_after is null, null, array(next.sequence_after[0], cast(next.sequence_after[1] - 1 as decimal(38,0))))
                    ),
                    concat(next.sequence_before, array(cast(1 as decimal(38,0))))
                ),
                'ordered_at', events.position.ordered_at,
                'concurrent_rank', events.position.concurrent_rank,
                'topic', events.position.topic,
                'topic_incarnation', events.position.topic_incarnation,
                'partition', events.position.partition,
                'offset', events.position.offset,
                'message_index', events.position.message_index,
                'step', events.position.step
            ),
            events.position
        ) as position,
        greatest(events.decode_batch_id, next.decode_batch_id) as decode_batch_id
    from changefeed.table_events as events
    left join (
        select
            feed, topic, topic_incarnation, partition, offset, message_index,
            max(sequence) filter (where is_before and coalesce(sequence < sequence_after, true)) as sequence_before,
            any_value(sequence_after) as sequence_after,
            max(decode_batch_id) as decode_batch_id
        from (
            select
                *,
                min(if(is_own and not is_before and coalesce(sequence > last_before, true), sequence, null)) over (partition by feed, topic, topic_incarnation, partition, offset, message_index) as sequence_after
            from (
                select
                    *,
                    max(if(is_own and is_before, sequence, null)) over (partition by feed, topic, topic_incarnation, partition, offset, message_index) as last_before
                from (
                    select
                        -- as in models/changefeed_order_health/first.sql
                    from (
                        -- as in models/changefeed_order_health/first.sql
                    ) as events
                    inner join changefeed_internal.ordered_changes as log
                        on
                            events.feed = log.feed
                            and events.hour = date_trunc('hour', log.source_at)
                            and log.source_at >= events.second - interval 1 hour
                            and log.source_at < events.second + interval 1 second
                            and events.position.epoch = log.position.epoch
                    where
                        log.operation in ('snapshot', 'insert', 'update', 'delete')
                        and log.position.sequence is not null
                        and (log.source_at >= timestamp '2026-11-20 10:00:00' - interval 1 hour and log.source_at < timestamp '2026-11-20 10:00:00' + interval 1 hour or log.source_at >= timestamp '2026-11-20 12:00:00' - interval 1 hour and log.source_at < timestamp '2026-11-20 12:00:00' + interval 1 hour)
                )
                where is_own or is_before
            )
        )
        group by feed, topic, topic_incarnation, partition, offset, message_index
    ) as next using (feed, topic, topic_incarnation, partition, offset, message_index)
) as events
    lateral view posexplode(
        -- as in models/changefeed_event_actions/first.sql
    ) as action_index, action
    where action.source_table <> '' or action.action = 'drop_table'

),

tables as (

    select distinct feed, source_database, source_schema, source_table
    from changefeed_internal.source_tables
    where source_table <> ''
    union
    select feed, new_database, new_schema, new_table
    from named
    where action = 'rename_table'

),

-- A dropped database or schema drops all its tables.
actions as (

    select
        named.* except (source_schema, source_table),
        coalesce(tables.source_schema, named.source_schema) as source_schema,
        coalesce(tables.source_table, named.source_table) as source_table
    from named
    left join tables
        on
            named.source_table = ''
            and named.feed = tables.feed
            and named.source_database = tables.source_database
            and named.source_schema in ('', tables.source_schema)
    where coalesce(tables.source_table, named.source_table) <> ''

),

-- A statement that is delivered again in a partition counts where it came last: the changes between are delivered again
-- after it. Changes with a sequence keep their place. So a statement that is placed among them counts where it came first.
delivered as (

    select
        * except (position, decode_batch_id, is_placed),
        if(bool_or(is_placed), min(position), max(position)) as position,
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
    '8/6/1/6/12' as fingerprint
from final;
