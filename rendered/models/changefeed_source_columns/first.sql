create or replace table changefeed_internal.source_columns

    using delta

      comment '…'

      as

with stated as (

    select *
    from (select
            actions.feed,
            actions.source_database,
            actions.source_schema,
            actions.source_table,
            actions.action,
            actions.column_name,
            actions.new_column_name,
            concat_ws('.', nullif(actions.new_database, ''), nullif(actions.new_schema, ''), actions.new_table) as new_table,
            actions.column_type,
            actions.action_index,
            statements.topic,
            statements.topic_incarnation,
            statements.partition,
            statements.offset,
            statements.message_index,
            statements.batch_id,
            coalesce(statements.source_at, statements.position.ordered_at) as first_seen_at
        from changefeed_internal.event_actions as actions
        inner join changefeed_internal.statements as statements
            on
                actions.feed = statements.feed
                and actions.position.topic = statements.topic
                and actions.position.topic_incarnation = statements.topic_incarnation
                and actions.position.partition = statements.partition
                and actions.position.offset = statements.offset
                and actions.position.message_index = statements.message_index
        where
            actions.decode_batch_id > 0
            and actions.statement is not null
            and actions.action in ('add_column', 'drop_column', 'rename_column', 'change_type', 'rename_table', 'drop_table'))
    where false

),

sent as (

    select *
    from (select
            feed, source_database, source_schema, source_table,
            topic,
            topic_incarnation,
            partition,
            offset,
            message_index,
            step,
            batch_id,
            least(coalesce(source_at, kafka_at, landed_at), landed_at) as first_seen_at,
            coalesce(map_keys(after), map_keys(before), array()) as names,
            column_types,
            after is not null and not coalesce(is_partial, false) as is_whole,
            after is not null and not coalesce(is_partial, false) and column_types is not null
            and not dialect in ('drs_mongo', 'dts_avro', 'debezium_mongodb', 'debezium_mongodb_flat') as has_all,
            dialect in ('drs_mongo', 'dts_avro', 'oms_avro', 'drs_avro', 'debezium_mongodb', 'debezium_mongodb_flat') as types_follow_values
        from changefeed_internal.decoded
        where
            decode_batch_id > 0
            and operation in ('snapshot', 'insert', 'update', 'delete')
            and reason is null)
    where false

),

-- The first row image of each form, and again where another form came in between. What is sorted is narrow.
firsts as (

    select feed, topic, topic_incarnation, partition, offset, message_index, step
    from (
        select
            feed,
            topic, topic_incarnation, partition, offset, message_index, step,
            form,
            lag(form) over (
                partition by feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, is_whole order by offset, message_index, step
            ) as form_before
        from (select *, xxhash64(names, column_types) as form from sent)
    )
    where not form <=> form_before

),

forms as (

    select
        sent.*,
        coalesce(from_json(column_types, 'map<string,string>'), map()) as types
    from sent
    left semi join firsts using (feed, topic, topic_incarnation, partition, offset, message_index, step)

),

known_tables as (

    select feed, source_database, source_schema, source_table, cast(null as timestamp) as dropped_at, cast(null as timestamp) as known_since, false as is_known
    from stated
    where false

),

drops as (

    select feed, source_database, source_schema, source_table, max(struct(first_seen_at, topic, topic_incarnation, partition, offset, message_index, batch_id)) as last_drop
    from stated
    left join known_tables using (feed, source_database, source_schema, source_table)
    where action = 'drop_table' and coalesce(first_seen_at > known_since, true)
    group by feed, source_database, source_schema, source_table

),

whole as (

    select feed, source_database, source_schema, source_table, min(struct(first_seen_at, topic, topic_incarnation, partition, offset, message_index, batch_id)) as first_row
    from forms
    left join drops using (feed, source_database, source_schema, source_table)
    left join known_tables using (feed, source_database, source_schema, source_table)
    where is_whole and coalesce(first_seen_at > greatest(last_drop.first_seen_at, dropped_at), true)
    group by feed, source_database, source_schema, source_table

),

-- A table is known from its first whole row on: what came before says what it was then.
tables as (

    select
        feed, source_database, source_schema, source_table,
        coalesce(is_known, false) and last_drop is null as is_known,
        coalesce(is_known, false) and last_drop is not null as is_dropped,
        greatest(last_drop.first_seen_at, dropped_at) as dropped_at,
        last_drop,
        first_row
    from (
        select feed, source_database, source_schema, source_table from forms
        union
        select feed, source_database, source_schema, source_table from known_tables
    )
    left join known_tables using (feed, source_database, source_schema, source_table)
    left join drops using (feed, source_database, source_schema, source_table)
    left join whole using (feed, source_database, source_schema, source_table)

),

known_columns as (

    select feed, source_database, source_schema, source_table, '' as column_key, '' as column_name, true as is_there, '' as sent_type, '' as stated_type, '' as teller, first_seen_at as known_since, first_seen_at, '' as topic_partition, offset
    from stated
    where false

),

columns_of_tables as (

    select feed, source_database, source_schema, source_table, lower(column_name) as column_key, min(column_name) as column_name
    from (
        select feed, source_database, source_schema, source_table, explode(names) as column_name from forms
        union all
        select feed, source_database, source_schema, source_table, column_name from known_columns
    )
    group by feed, source_database, source_schema, source_table, lower(column_name)

),

told as (

    select
        feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, offset, message_index, batch_id, first_seen_at,
        name as column_name,
        true as is_there,
        types[name] as sent_type,
        null as stated_type,
        types_follow_values,
        'messages' as first_seen_in,
        '' as action,
        null as other_name,
        step as in_message
    from forms
    lateral view explode(names) as name
    union all
    select
        feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, offset, message_index, batch_id, first_seen_at, column_name, false, null, null, false, 'messages', '', null, step
    from forms
    inner join columns_of_tables using (feed, source_database, source_schema, source_table)
    where has_all and not exists(array_union(names, map_keys(types)), name -> lower(name) = column_key)
    union all
    select
        feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, offset, message_index, batch_id, first_seen_at,
        named.column_name, named.is_there, null, named.stated_type, false, 'statement', action, named.other_name, action_index
    from stated
    lateral view explode(case action
        when 'rename_column' then array(
            named_struct('column_name', column_name, 'is_there', false, 'stated_type', cast(null as string), 'other_name', new_column_name),
            named_struct('column_name', new_column_name, 'is_there', true, 'stated_type', cast(null as string), 'other_name', column_name)
        )
        when 'add_column' then array(named_struct('column_name', column_name, 'is_there', true, 'stated_type', column_type, 'other_name', cast(null as string)))
        when 'drop_column' then array(named_struct('column_name', column_name, 'is_there', false, 'stated_type', cast(null as string), 'other_name', cast(null as string)))
        when 'change_type' then array(named_struct('column_name', column_name, 'is_there', cast(null as boolean), 'stated_type', column_type, 'other_name', cast(null as string)))
    end) as named

),

-- What is not older than what is known. A statement acts on a table that is there.
standing as (

    select
        told.*,
        lower(told.column_name) as column_key,
        coalesce(tables.is_known or struct(told.first_seen_at, told.offset) > struct(tables.first_row.first_seen_at, tables.first_row.offset), false) as is_later
    from told
    inner join tables using (feed, source_database, source_schema, source_table)
    left join known_columns as known
        on
            told.feed = known.feed and
            told.source_database = known.source_database and
            told.source_schema = known.source_schema and
            told.source_table = known.source_table and
            lower(told.column_name) = known.column_key
    where
        coalesce(told.first_seen_at > tables.dropped_at, true)
        and (
            known.column_key is null
            or told.first_seen_at > known.first_seen_at
            or told.first_seen_at = known.first_seen_at and not (concat_ws('/', told.topic, told.topic_incarnation, told.partition) = known.topic_partition and told.offset <= known.offset)
        )

),

compared as (

    select
        *,
        last_value(is_there, true) over before as was_there,
        last_value(sent_type, true) over before as sent_before,
        last_value(stated_type, true) over before as stated_before,
        last_value(if(coalesce(sent_type, stated_type) is null, null, first_seen_in), true) over before as teller,
        last_value(column_name, true) over before as name_before
    from (
        select
            feed, source_database, source_schema, source_table, topic, topic_incarnation, partition, offset, message_index, batch_id, first_seen_at, column_name, column_key, is_there, sent_type, stated_type, types_follow_values, first_seen_in,
            action, other_name, in_message, is_later, true as is_new
        from standing
        where first_seen_in = 'messages' or is_later
        union all
        select
            feed, source_database, source_schema, source_table, null, null, null, offset, null, null, first_seen_at, column_name, column_key, is_there, sent_type, stated_type, false,
            coalesce(teller, 'messages'), '', null, 0, false, false
        from known_columns
    )
    window before as (
        partition by feed, source_database, source_schema, source_table, column_key
        order by is_new, first_seen_at, first_seen_in desc, offset, message_index, in_message
        rows between unbounded preceding and 1 preceding
    )

),

of_columns as (

    select
        *,
        case
            when is_there and not coalesce(was_there, false)
                then if(is_later and action <> 'rename_column', 'column_added', 'column_found')
            when not is_there and was_there then if(action = 'rename_column', 'column_renamed', 'column_dropped')
            when not coalesce(was_there, false) then null
            when sent_type is not null and sent_before is null then 'type_told'
            when sent_type <> sent_before and not types_follow_values then if(teller = 'statement' or not is_later, 'type_told', 'type_changed')
            when action = 'change_type' and stated_before is null and lower(stated_type) = lower(sent_before) then 'type_told'
            when action = 'change_type' and not stated_type <=> stated_before then 'type_changed'
            when stated_type is not null and stated_before is null then 'type_told'
            when first_seen_in = 'messages' and is_there and column_name <> name_before then 'column_found'
        end as change
    from compared
    where is_new

),

final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        '' as source_database,
        '' as source_schema,
        '' as source_table,
        '' as change,
        cast(null as string) as column_name,
        cast(null as string) as new_name,
        cast(null as string) as old_type,
        cast(null as string) as new_type,
        '' as first_seen_in,
        cast(null as timestamp) as first_seen_at,
        cast(null as string) as topic,
        cast(null as string) as topic_incarnation,
        cast(null as int) as partition,
        cast(null as bigint) as offset,
        cast(null as int) as message_index,
        cast(null as bigint) as batch_id

    union all

    select
        feed, source_database, source_schema, source_table, change, column_name,
        if(change = 'column_renamed', other_name, null),
        if(first_seen_in = 'messages', sent_before, coalesce(stated_before, sent_before)),
        if(change = 'column_renamed', coalesce(sent_before, stated_before), coalesce(sent_type, stated_type)),
        first_seen_in, first_seen_at, topic, topic_incarnation, partition, offset, message_index, batch_id
    from of_columns
    where change is not null

    union all

    select feed, source_database, source_schema, source_table, 'table_appeared', null, null, null, null, 'messages', first_row.*
    from tables
    where not is_known and first_row is not null

    union all

    select feed, source_database, source_schema, source_table, 'table_dropped', null, null, null, null, 'statement', last_drop.*
    from tables
    where is_dropped

    union all

    select
        feed, source_database, source_schema, source_table, 'table_renamed', null, new_table, null, null, 'statement', first_seen_at, topic, topic_incarnation, partition, offset, message_index, batch_id
    from stated
    left semi join (select feed, source_database, source_schema, source_table from tables where is_known or first_row is not null) using (feed, source_database, source_schema, source_table)
    where action = 'rename_table'

)

select
    *,
    cast(0 as bigint) as decode_batch_id
from final;
