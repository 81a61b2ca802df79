select coalesce(max(decode_batch_id), 0) from changefeed_internal.table_reloads where true;

select feed from changefeed_internal.source_epochs where since is not null and feed in ('shop') union select feed from changefeed_internal.read_batches where feed in ('shop') and startswith(topic, 'changefeed_baseline.') union select feed from changefeed_internal.table_reloads where feed in ('shop');

insert into changefeed_internal.table_reloads by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        '' as source_database,
        '' as source_schema,
        '' as source_table,
        0 as epoch,
        cast(null as timestamp) as since,
        false as is_valid

    union all

    select feed, source_database, source_schema, source_table, epoch, since, found.is_valid is not null as is_valid
    from (
        with ordered as (
            select
                log.* except (position),
                cast(null as bigint) as ranked_batch_id,
                named_struct(
                    'epoch', coalesce(epochs.epoch, 0),
                    'sequence', log.position.sequence,
                    'ordered_at', log.position.ordered_at,
                    'concurrent_rank', cast(null as int),
                    'topic', log.position.topic,
                    'topic_incarnation', log.position.topic_incarnation,
                    'partition', log.position.partition,
                    'offset', log.position.offset,
                    'message_index', log.position.message_index,
                    'step', log.position.step
                ) as position
            from (select * from changefeed_internal.decoded where feed in ('shop')) as log
            left join (select
                feed,
                since,
                cast(row_number() over (partition by feed order by since) as int) as epoch,
                coalesce(lead(since) over (partition by feed order by since), timestamp '9999-12-31 23:59:59.999999') as until
            from (
                select distinct feed, since
                from (
                    select feed, since, cause
                    from changefeed_internal.source_epochs
                    where since is not null
                    group by feed, since, cause
                    having max_by(is_begun, decode_batch_id)
                )
            )) as epochs
                on log.feed = epochs.feed and log.position.ordered_at >= epochs.since and log.position.ordered_at < epochs.until
        ),
        images as (
            select feed, source_database, source_schema, source_table, epoch, row_key, sum(copies) as copies, min(if(is_load, ordered_at, null)) as loaded_at
            from (
                select
                    feed, source_database, source_schema, source_table,
                    row_key,
                    if(dialect = 'baseline', -1, position.epoch) as epoch,
                    position.ordered_at,
                    operation = 'snapshot' and position.sequence is null as is_load,
                    case
                        when operation in ('insert', 'snapshot') or previous_row_key is not null then 1
                        when after is null then -1
                        else 0
                    end as copies
                from (
                    select
                        -- as in models/changefeed_order_health/first.sql
                    from (
                        select *, row_number() over (partition by feed, source_database, source_schema, source_table, row_key, position.epoch, position.sequence, position.message_index, position.step, said, delivery order by position) as place_in_delivery
                        from (
                            select *, count_if(is_later) over (partition by feed, source_database, source_schema, source_table, row_key, position.epoch, position.sequence, position.message_index, position.step, said order by position) as delivery
                            from (
                                select
                                    -- as in models/changefeed_order_health/first.sql
                                from (
                                    select *, xxhash64(operation, array_sort(map_entries(coalesce(after, before, cast(map() as map<string,string>))))) as said
                                    from (select * from ordered where reason is null and size(key_columns) = 0)
                                )
                            )
                        )
                    )
                )
                where not is_copy
            )
            group by feed, source_database, source_schema, source_table, epoch, row_key
        ),
        loads as (
            select *, coalesce(lag(epoch) over (partition by feed, source_database, source_schema, source_table order by epoch), -2) as previous_epoch
            from (
                select feed, source_database, source_schema, source_table, epoch, min(loaded_at) as loaded_at
                from images
                where loaded_at is not null
                group by feed, source_database, source_schema, source_table, epoch
            )
        ),
        compared as (
            select feed, source_database, source_schema, source_table, epoch, previous_epoch, loaded_at, count_if(stood > 0) as stood, count_if(stood > 0 and is_loaded) as loaded
            from (
                select
                    feed, source_database, source_schema, source_table,
                    loads.epoch,
                    loads.previous_epoch,
                    loads.loaded_at,
                    row_key,
                    sum(if(images.epoch < loads.epoch, copies, 0)) as stood,
                    bool_or(images.epoch = loads.epoch and images.loaded_at is not null) as is_loaded
                from loads
                inner join images using (feed, source_database, source_schema, source_table)
                where images.epoch between loads.previous_epoch and loads.epoch
                group by feed, source_database, source_schema, source_table, loads.epoch, loads.previous_epoch, loads.loaded_at, row_key
            )
            group by feed, source_database, source_schema, source_table, epoch, previous_epoch, loaded_at
        ),
        altered as (
            select distinct feed as altered_feed, source_table as altered_table, position.epoch as altered_epoch
            from ordered
            where reason is null and operation = 'ddl' and not coalesce(statement rlike r'(?i)^\s*create\s', false)
        ),
        epochs as (
            select spans.feed, spans.since, spans.epoch, if(declared.since is null, 'snapshot', 'declared') as cause
            from (select
            feed,
            since,
            cast(row_number() over (partition by feed order by since) as int) as epoch,
            coalesce(lead(since) over (partition by feed order by since), timestamp '9999-12-31 23:59:59.999999') as until
        from (
            select distinct feed, since
            from (
                select feed, since, cause
                from changefeed_internal.source_epochs
                where since is not null
                group by feed, since, cause
                having max_by(is_begun, decode_batch_id)
            )
        )) as spans
            left join (select distinct feed, since from changefeed_internal.source_epochs where cause = 'declared') as declared
                on spans.feed = declared.feed and spans.since = declared.since
            where spans.feed in ('shop')
            union all
            select explode(array('shop')) as feed, timestamp '1970-01-01 00:00:00.000001' as since, 0 as epoch, 'dump' as cause
        )
        select distinct feed, source_database, source_schema, source_table, epoch, since, true as is_valid
        from compared
        inner join epochs using (feed, epoch)
        left join altered
            on feed = altered_feed and altered_table in ('', source_table) and altered_epoch between previous_epoch and epoch
        where
            (epoch > 0 or previous_epoch = -1 and loaded_at > since)
            and (cause = 'declared' or altered_feed is not null or loaded * 2 >= stood)
    ) as found
    full outer join (
        select *, true as is_standing
        from (select feed, source_database, source_schema, source_table, epoch, since
        from changefeed_internal.table_reloads
        where feed <> ''
        group by feed, source_database, source_schema, source_table, epoch, since
        having max_by(is_valid, decode_batch_id))
        where feed in ('shop')
    ) as standing using (feed, source_database, source_schema, source_table, epoch, since)
    where found.is_valid is null or standing.is_standing is null

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final) where (select count(*) from changefeed_internal.table_reloads as stored where stored.decode_batch_id between 6 and 6) = 0;
