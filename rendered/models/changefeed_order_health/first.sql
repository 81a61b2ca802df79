create or replace view changefeed.order_health (
    `feed` comment '…',
    `copies` comment '…',
    `undecided_orders` comment '…',
    `unseen_rows` comment '…',
    `taken_keys` comment '…',
    `former_keys` comment '…',
    `numbers_back` comment '…',
    `inserted_over` comment '…',
    `key_forms` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

with changes as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        row_key,
        key_columns,
        previous_row_key,
        coalesce(is_partial, false) as is_partial,
        operation,
        before,
        after,
        source_at,
        position,
        decode_batch_id
    from changefeed_internal.ordered_changes
    where
        operation in ('snapshot', 'insert', 'update', 'delete')
        and (true)

),

told as (

    select
        * except (said, is_later, delivery, place_in_delivery),
        position.sequence is not null and row_number() over (partition by feed, source_database, source_schema, source_table, row_key, position.epoch, position.sequence, position.message_index, position.step, said, place_in_delivery order by position) > 1 as is_copy
    from (
        select *, row_number() over (partition by feed, source_database, source_schema, source_table, row_key, position.epoch, position.sequence, position.message_index, position.step, said, delivery order by position) as place_in_delivery
        from (
            select *, count_if(is_later) over (partition by feed, source_database, source_schema, source_table, row_key, position.epoch, position.sequence, position.message_index, position.step, said order by position) as delivery
            from (
                select
                    *,
                    position.ordered_at > lag(position.ordered_at) over (partition by feed, source_database, source_schema, source_table, row_key, position.epoch, position.sequence, position.message_index, position.step, said order by position) + interval 200 milliseconds
                    or position.ordered_at <= timestamp '1970-01-01' as is_later
                from (
                    select *, xxhash64(operation, array_sort(map_entries(coalesce(after, before, cast(map() as map<string,string>))))) as said
                    from changes
                )
            )
        )
    )

),

copies as (

    select
        feed,
        count_if(is_copy) as copies
    from told
    group by feed

),

-- What a change of a row with a key finds, apart from copies: the greatest number that its partition had for the row, and
-- the change before it.
found as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        operation,
        position,
        after_hash,
        max(position.sequence) over (
            partition by feed, source_database, source_schema, source_table, row_key, key_columns, position.epoch, concat_ws('/', position.topic, position.topic_incarnation, position.partition)
            order by position.offset, position.message_index, position.step
            rows between unbounded preceding and 1 preceding
        ) as greatest_sequence,
        lag(struct(operation, after_hash, position)) over by_row as before_it,
        row_number() over (partition by feed, source_database, source_schema, source_table, row_key, key_columns, operation, after_hash order by position) > 1 as is_known
    from (select *, if(after is null, null, xxhash64(array_sort(map_entries(after)))) as after_hash from told)
    where not is_copy and size(key_columns) > 0
    window by_row as (partition by feed, source_database, source_schema, source_table, row_key, key_columns order by position)

),

strange as (

    select
        found.feed,
        count_if(found.position.sequence < found.greatest_sequence and not found.is_known) as numbers_back,
        count_if(
            found.operation = 'insert'
            and not found.is_known
            and found.before_it.operation in ('insert', 'update')
            and found.before_it.after_hash <> found.after_hash
            and not (
                coalesce(found.before_it.position < coalesce(element_at(actions.last_reset_by_partition, concat_ws('/', found.before_it.position.topic, found.before_it.position.topic_incarnation, found.before_it.position.partition)), actions.last_reset).position, false)
                or coalesce(found.before_it.position.ordered_at < actions.swept_before, false)
            )
        ) as inserted_over
    from found
    left join changefeed_internal.table_actions as actions
        using (feed, source_database, source_schema, source_table)
    group by found.feed

),

-- Changes without any time stand in the order of their partitions, which says nothing about them.
untimed as (

    select feed
    from changes
    where position.sequence is null and position.ordered_at <= timestamp '1970-01-01'
    group by feed, source_database, source_schema, source_table, row_key
    having count(distinct concat_ws('/', position.topic, position.topic_incarnation, position.partition)) > 1

),

undecided as (

    select
        feed,
        count(*) as undecided_orders
    from (
        select feed from changefeed_internal.undecided_orders
        union all
        select feed from untimed
        union all
        select feed from (
            select distinct feed, topic, topic_incarnation, partition, offset, message_index, row_key
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
                            events.feed, events.topic, events.topic_incarnation, events.partition, events.offset, events.message_index,
                            log.row_key,
                            log.position.sequence,
                            log.decode_batch_id,
                            log.topic = events.topic and log.topic_incarnation = events.topic_incarnation and log.partition = events.partition as is_own,
                            if(
                                log.topic = events.topic and log.topic_incarnation = events.topic_incarnation and log.partition = events.partition,
                                log.offset < events.offset,
                                log.source_at < events.second or log.position.ordered_at < events.position.ordered_at
                            ) as is_before,
                            log.source_at >= events.second
                            and not array_contains(events.positions, concat_ws('/', log.position.topic, log.position.topic_incarnation, log.position.partition))
                            and log.source_database = events.source_database
                            and log.source_schema = events.source_schema
                            and log.source_table = events.source_table as is_concurrent
                        from (
                            select *
                            from (
                                select
                                    *,
                                    date_trunc('second', source_at) as second,
                                    collect_set(concat_ws('/', position.topic, position.topic_incarnation, position.partition)) over (partition by feed, statement, source_at) as positions
                                from changefeed.table_events
                                where coalesce(size(position.sequence) = 2 and position.sequence[1] = -1, false)
                            )
                            lateral view explode(array_distinct(array(date_trunc('hour', second - interval 1 hour), date_trunc('hour', second)))) as hour
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
                            and (true)
                    )
                    where true
                )
            )
            where is_concurrent and coalesce(sequence > last_before, true) and coalesce(sequence < sequence_after, true)
        )
    )
    group by feed

),

unseen as (

    select
        feed,
        count_if(began.operation in ('update', 'delete') and not began.is_moved_here) as unseen_rows
    from (
        select
            feed,
            min_by(struct(operation, previous_row_key is not null as is_moved_here), position) as began
        from changes
        group by feed, source_database, source_schema, source_table, row_key
    )
    group by feed

),

-- A row moved to a key whose row was there. A unique key allows this only within one statement that gives several rows
-- other keys. Rows are folded one after the other. So the row that came is taken along when the earlier row moves away.
moves as (

    select
        feed,
        previous_row_key,
        lag(struct(after is not null as is_there, previous_row_key)) over (
            partition by feed, source_database, source_schema, source_table, row_key order by position
        ) as before_it
    from changes
    left semi join (
        select distinct feed, source_database, source_schema, source_table, row_key
        from changes
        where previous_row_key is not null and size(key_columns) > 0
    ) using (feed, source_database, source_schema, source_table, row_key)

),

taken as (

    select
        feed,
        count(*) as taken_keys
    from moves
    where previous_row_key is not null and before_it.is_there and not before_it.previous_row_key <=> previous_row_key
    group by feed

),

former as (

    select
        rows.feed,
        count(*) as former_keys
    from changefeed_internal.folded_rows as rows
    inner join (select feed, source_database, source_schema, source_table, max_by(key_columns, decode_batch_id) as present_key
    from changefeed_internal.redefined_keys
    where what = 'present'
    group by feed, source_database, source_schema, source_table) as redefined
        using (feed, source_database, source_schema, source_table)
    where rows.key_columns <> redefined.present_key and not rows.is_deleted
    group by rows.feed

),

forms as (

    select
        feed,
        count(*) as key_forms
    from (
        select feed
        from changefeed_internal.folded_rows
        where size(key_columns) > 0 and not is_deleted
        group by feed, source_database, source_schema, source_table, regexp_replace(row_key, r'"(-?[0-9]+)[.]0+"', '"$1"')
        having count(*) > 1
    )
    group by feed

),

final as (

    select
        feeds.feed,
        coalesce(copies.copies, 0) as copies,
        coalesce(undecided.undecided_orders, 0) as undecided_orders,
        coalesce(unseen.unseen_rows, 0) as unseen_rows,
        coalesce(taken.taken_keys, 0) as taken_keys,
        coalesce(former.former_keys, 0) as former_keys,
        coalesce(strange.numbers_back, 0) as numbers_back,
        coalesce(strange.inserted_over, 0) as inserted_over,
        coalesce(forms.key_forms, 0) as key_forms
    from changefeed_internal.feed_settings as feeds
    left join copies using (feed)
    left join undecided using (feed)
    left join unseen using (feed)
    left join taken using (feed)
    left join former using (feed)
    left join strange using (feed)
    left join forms using (feed)

)

select * from final;
