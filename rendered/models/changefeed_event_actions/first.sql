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

    select
        events.feed,
        action.*,
        action_index,
        events.operation,
        events.statement,
        events.source_at,
        events.position,
        events.decode_batch_id,
        concat_ws('/', events.position.topic, events.position.topic_incarnation, events.position.partition) as topic_partition
    from changefeed.table_events as events
    lateral view posexplode(
        if(
            size(other_spellings) = 0,
            case
                when is_understood then actions
                when operation = 'truncate' and source_table <> '' and size(actions) = 0 then array(named_struct(
                    'action', 'truncate',
                    'source_database', source_database,
                    'source_schema', source_schema,
                    'source_table', source_table,
                    'new_database', '',
                    'new_schema', '',
                    'new_table', '',
                    'column_name', '',
                    'new_column_name', '',
                    'column_type', '',
                    'column_default', cast(null as string)
                ))
            end,
            transform(
                if(exists(other_spellings, each -> size(each.tables) > 1), null, case
                    -- as in models/changefeed_event_actions/first.sql, under case
                end),
                action -> transform(
                    array(named_struct(
                        'source', get(filter(
            other_spellings,
            each -> each.name.source_database = action.source_database and each.name.source_schema = action.source_schema and each.name.source_table = action.source_table
        ), 0).tables[0],
                        'new', get(filter(
            other_spellings,
            each -> each.name.source_database = action.new_database and each.name.source_schema = action.new_schema and each.name.source_table = action.new_table
        ), 0).tables[0]
                    )),
                    meant -> named_struct(
                        'action', action.action,
                        'source_database', coalesce(meant.source.source_database, action.source_database),
                        'source_schema', coalesce(meant.source.source_schema, action.source_schema),
                        'source_table', coalesce(meant.source.source_table, action.source_table),
                        'new_database', coalesce(meant.new.source_database, action.new_database),
                        'new_schema', coalesce(meant.new.source_schema, action.new_schema),
                        'new_table', coalesce(meant.new.source_table, action.new_table),
                        'column_name', action.column_name,
                        'new_column_name', action.new_column_name,
                        'column_type', action.column_type,
                        'column_default', action.column_default
                    )
                )[0]
            )
        )
    ) as action_index, action
    where action.source_table <> '' or action.action = 'drop_table'

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
    '0/0' as fingerprint
from final;
