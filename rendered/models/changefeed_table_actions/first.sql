select count(*) from changefeed_internal.event_actions where action = 'change_type' and (feed in (select feed from changefeed_internal.feed_settings where dialect in ('debezium', 'debezium_flat', 'debezium_mongodb_flat', 'debezium_avro', 'debezium_flat_avro', 'debezium_cloudevents')) or column_type rlike r'(?i)^ *(enum|set)\b' and feed in (select feed from changefeed_internal.feed_settings where dialect in ('canal', 'ticdc_canal', 'tencent_dts_canal', 'ticdc_open', 'ticdc_simple')));

select distinct feed, column_type, md5(to_json(array(feed, column_type))) as pair from changefeed_internal.event_actions where action = 'add_column' and column_default is not null;

select distinct feed, column_type, md5(to_json(array(feed, column_type))) as pair from changefeed_internal.event_actions where action = 'change_type';

create or replace table changefeed_internal.table_actions

    using delta

      comment '…'

      as

with actions as (

    select
        * except (source_database, source_schema, source_table, present, renames),
        source_database as named_database,
        source_schema as named_schema,
        source_table as named_table,
        coalesce(present.source_database, source_database) as source_database,
        coalesce(present.source_schema, source_schema) as source_schema,
        coalesce(present.source_table, source_table) as source_table
    from (
        select
            *,
            aggregate(
                filter(
                    renames,
                    step -> position < coalesce(step.positions[concat_ws('/', position.topic, position.topic_incarnation, position.partition)], step.position) or (position = coalesce(step.positions[concat_ws('/', position.topic, position.topic_incarnation, position.partition)], step.position) and action_index < step.action_index)
                ),
                named_struct(
                    'source_database', source_database,
                    'source_schema', source_schema,
                    'source_table', source_table,
                    'is_dropped', action = 'drop_table'
                ),
                (name, step) -> case
                    when step.action = 'rename_table' and name.source_database = step.source_database
            and name.source_schema = step.source_schema
            and name.source_table = step.source_table then named_struct(
                        'source_database', step.new_database,
                        'source_schema', step.new_schema,
                        'source_table', step.new_table,
                        'is_dropped', false
                    )
                    when step.action = 'rename_table' and name.is_dropped and name.source_database = step.new_database
            and name.source_schema = step.new_schema
            and name.source_table = step.new_table then named_struct(
                        'source_database', '', 'source_schema', '', 'source_table', '', 'is_dropped', true
                    )
                    when step.action = 'drop_table' and name.source_database = step.source_database
            and name.source_schema = step.source_schema
            and name.source_table = step.source_table then named_struct(
                        'source_database', name.source_database,
                        'source_schema', name.source_schema,
                        'source_table', name.source_table,
                        'is_dropped', true
                    )
                    else name
                end
            ) as present
        from changefeed_internal.event_actions
        left join changefeed_internal.table_renames using (feed)
    )
    where coalesce(present.source_table, source_table) <> ''

),

-- A full load that replaced a table without a key: no row of earlier epochs is left in the table.
reloads as (

    select
        feed,
        since as source_at,
        named_struct(
            'epoch', epoch,
            'sequence', cast(null as array<decimal(38,0)>),
            'ordered_at', cast(if(epoch = 0, since, null) as timestamp),
            'concurrent_rank', cast(null as int),
            'topic', cast(null as string),
            'topic_incarnation', cast(null as string),
            'partition', cast(null as int),
            'offset', cast(null as bigint),
            'message_index', cast(null as int),
            'step', cast(null as int)
        ) as position,
        source_database,
        source_schema,
        source_table
    from (select feed, source_database, source_schema, source_table, epoch, since
    from changefeed_internal.table_reloads
    where feed <> ''
    group by feed, source_database, source_schema, source_table, epoch, since
    having max_by(is_valid, decode_batch_id))

),

all_resets as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        position,
        operation,
        source_at,
        positions
    from actions
    where action in ('truncate', 'drop_table')
    union all
    select
        feed,
        coalesce(present.source_database, source_database) as source_database,
        coalesce(present.source_schema, source_schema) as source_schema,
        coalesce(present.source_table, source_table) as source_table,
        position,
        'snapshot' as operation,
        source_at,
        null as positions
    from (
        select
            *,
            aggregate(
                filter(
                    renames,
                    step -> position < coalesce(step.positions[concat_ws('/', position.topic, position.topic_incarnation, position.partition)], step.position)
                ),
                named_struct(
                    'source_database', source_database,
                    'source_schema', source_schema,
                    'source_table', source_table,
                    'is_dropped', false
                ),
                (name, step) -> case
                    when step.action = 'rename_table' and name.source_database = step.source_database
            and name.source_schema = step.source_schema
            and name.source_table = step.source_table then named_struct(
                        'source_database', step.new_database,
                        'source_schema', step.new_schema,
                        'source_table', step.new_table,
                        'is_dropped', false
                    )
                    when step.action = 'rename_table' and name.is_dropped and name.source_database = step.new_database
            and name.source_schema = step.new_schema
            and name.source_table = step.new_table then named_struct(
                        'source_database', '', 'source_schema', '', 'source_table', '', 'is_dropped', true
                    )
                    when step.action = 'drop_table' and name.source_database = step.source_database
            and name.source_schema = step.source_schema
            and name.source_table = step.source_table then named_struct(
                        'source_database', name.source_database,
                        'source_schema', name.source_schema,
                        'source_table', name.source_table,
                        'is_dropped', true
                    )
                    else name
                end
            ) as present
        from reloads
        left join changefeed_internal.table_renames using (feed)
    )

),

resets as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        max(struct(position, operation, source_at)) as last_reset,
        collect_list(struct(position, operation, source_at, positions)) as resets,
        array_distinct(flatten(collect_list(map_keys(positions)))) as all_partitions
    from all_resets
    group by feed, source_database, source_schema, source_table

),

column_actions as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        array_sort(
            collect_list(struct(position, action_index, action, column_name, new_column_name, column_type, column_default, cast(null as string) as text_before, cast(null as string) as text_after, cast(null as map<string,string>) as texts, cast(null as string) as fits, positions)),
            (one, other) -> case when struct(one.position, one.action_index) < struct(other.position, other.action_index) then -1 when struct(one.position, one.action_index) > struct(other.position, other.action_index) then 1 else 0 end
        ) as column_actions
    from actions
    where action in ('add_column', 'drop_column', 'rename_column')
    group by feed, source_database, source_schema, source_table

),

sweeps as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        max(since) as swept_before,
        collect_list(since) as sweeps
    from changefeed_internal.sweeps
    group by feed, source_database, source_schema, source_table

),

final as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        resets.last_reset,
        map_from_entries(transform(resets.all_partitions, topic_partition -> struct(
            topic_partition,
            array_max(transform(
                resets.resets,
                reset -> struct(coalesce(reset.positions[topic_partition], reset.position) as position, reset.operation, reset.source_at)
            ))
        ))) as last_reset_by_partition,
        resets.resets,
        column_actions.column_actions,
        sweeps.swept_before,
        sweeps.sweeps
    from resets
    full outer join column_actions using (feed, source_database, source_schema, source_table)
    full outer join sweeps using (feed, source_database, source_schema, source_table)

)

select
    *,
    '0/0' as fingerprint
from final;
