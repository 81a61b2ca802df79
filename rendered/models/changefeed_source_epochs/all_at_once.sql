select coalesce(max(decode_batch_id), 0) from changefeed_internal.source_epochs where true;

select feed, cast(min(if(dialect = 'baseline', null, position.ordered_at)) as string) as first_at, count_if(operation = 'snapshot' and dialect <> 'baseline') > 0 as has_snapshots, count_if(dialect = 'baseline' and size(key_columns) = 0) > 0 as has_dumps from changefeed_internal.decoded where decode_batch_id > 5 and reason is null and position.ordered_at is not null and (operation = 'snapshot' or position.sequence is not null or size(key_columns) = 0) group by feed order by feed;

select feed, count(*) > 1 as has_several from (select feed, source_server, bool_or(is_new) as is_new, bool_or(not is_new) as is_known from (select feed, source_server, true as is_new from (select distinct feed, source_server from changefeed_internal.decoded where decode_batch_id > 5 and source_server is not null and position.sequence is not null and reason is null) union all select feed, source_server, false as is_new from changefeed_internal.source_epochs where source_server is not null) group by feed, source_server) group by feed having bool_or(is_new) and (bool_or(is_new and not is_known) or has_several) order by feed;

insert into changefeed_internal.source_epochs by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with declared as (

    select distinct
        feed,
        since
    from changefeed_internal.restarts

),

final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        cast(null as timestamp) as since,
        cast(null as string) as cause,
        false as is_begun,
        cast(null as string) as source_server

    union all

    select
        feed,
        since,
        'declared' as cause,
        true as is_begun,
        null as source_server
    from declared
    left anti join (select feed, since from changefeed_internal.source_epochs where cause = 'declared') using (feed, since)

    union all

    select
        feed,
        since,
        'snapshot' as cause,
        is_begun,
        null as source_server
    from (
        with looked_at as (select * from values ('shop', timestamp '2026-11-20 00:00:00') as spans (feed, first_at)),
        known_epochs as (
            select feed, since, 'declared' as cause from changefeed_internal.restarts
            union all
            select feed, since, 'snapshot' as cause
            from changefeed_internal.source_epochs
            where cause = 'snapshot'
            group by feed, since
            having max_by(is_begun, decode_batch_id)
        ),
        messages as (
            select
                feed, source_database, source_schema, source_table,
                row_key,
                operation,
                position.ordered_at,
                operation = 'snapshot' and position.sequence is null as is_load,
                operation not in ('snapshot', 'insert', 'update', 'delete') as is_statement,
                if(operation = 'ddl' and statement rlike r'(?i)\brename\b', lower(statement), null) as renaming
            from changefeed_internal.decoded
            where
                feed in (select feed from looked_at)
                and reason is null
                and dialect <> 'baseline'
                and (operation = 'snapshot' or (position.sequence is not null or size(key_columns) = 0) and operation in ('snapshot', 'insert', 'update', 'delete', 'truncate', 'ddl'))
                and not coalesce(operation = 'ddl' and statement rlike r'(?i)^\s*create\s', false)
        ),
        times as (
            select feed, ordered_at, min(ordered_at) over (partition by feed, changed_at) as begun_at
            from (
                select *, max(if(is_load, null, ordered_at)) over (partition by feed order by ordered_at, if(is_load, 0, 1)) as changed_at
                from (select distinct feed, ordered_at, is_load from messages)
            )
            where is_load
        ),
        spans as (
            select
                looked_at.feed,
                looked_at.first_at,
                coalesce(max(if(known_epochs.since < looked_at.first_at, known_epochs.since, null)), timestamp '0001-01-01') as epoch_at,
                array_sort(collect_list(if(known_epochs.cause = 'declared' and known_epochs.since >= looked_at.first_at, known_epochs.since, null))) as declared
            from (
                select looked_at.feed, coalesce(max(if(times.begun_at <= looked_at.first_at, times.begun_at, null)), looked_at.first_at) as first_at
                from looked_at
                left join times using (feed)
                group by looked_at.feed, looked_at.first_at
            ) as looked_at
            left join known_epochs using (feed)
            group by looked_at.feed, looked_at.first_at
        ),
        loaded as (
            select feed, source_database, source_schema, source_table, min(ordered_at) as first_loaded_at
            from messages
            where is_load
            group by feed, source_database, source_schema, source_table
        ),
        changes as (
            select feed, source_database, source_schema, source_table, row_key, ordered_at, is_load, is_statement
            from messages
            where source_table <> ''
            union all
            select feed, loaded.source_database, loaded.source_schema, loaded.source_table, '' as row_key, ordered_at, false as is_load, true as is_statement
            from messages
            inner join loaded using (feed)
            where messages.source_table = ''
            union all
            select feed, loaded.source_database, loaded.source_schema, loaded.source_table, '' as row_key, ordered_at, false as is_load, true as is_statement
            from messages
            inner join loaded using (feed)
            where messages.source_table not in ('', loaded.source_table) and contains(messages.renaming, lower(loaded.source_table))
            union all
            select feed, loaded.source_database, loaded.source_schema, loaded.source_table, '' as row_key, ordered_at, false as is_load, true as is_statement
            from (
                select * from messages
                left anti join (select distinct feed, source_database, source_schema, source_table from messages where not is_statement) using (feed, source_database, source_schema, source_table)
            ) as stated
            inner join loaded using (feed)
            where
                stated.source_table <> ''
                and lower(stated.source_database) = lower(loaded.source_database)
                and lower(stated.source_schema) = lower(loaded.source_schema)
                and lower(stated.source_table) = lower(loaded.source_table)
        ),
        interleaved as (
            select feed, source_database, source_schema, source_table, first_loaded_at, first_at, epoch_at
            from changes
            inner join spans using (feed)
            inner join loaded using (feed, source_database, source_schema, source_table)
            where ordered_at >= epoch_at
            group by feed, source_database, source_schema, source_table, first_loaded_at, first_at, epoch_at
            having max(if(is_load and ordered_at >= first_at, ordered_at, null)) > min(if(is_load, null, ordered_at))
        ),
        seen as (
            select
                *,
                max(if(is_load, null, ordered_at)) over of_row as changed_at,
                max(if(is_load, ordered_at, null)) over before_in_row as loaded_at,
                max(if(is_load, null, ordered_at)) over of_table as table_changed_at,
                max(if(is_statement, ordered_at, null)) over of_table as stated_at
            from changes
            inner join interleaved using (feed, source_database, source_schema, source_table)
            where ordered_at >= epoch_at
            window
                of_row as (partition by feed, source_database, source_schema, source_table, row_key order by ordered_at, if(is_load, 0, 1)),
                before_in_row as (
                    partition by feed, source_database, source_schema, source_table, row_key order by ordered_at, if(is_load, 0, 1) rows between unbounded preceding and 1 preceding
                ),
                of_table as (partition by feed, source_database, source_schema, source_table order by ordered_at, if(is_load, 0, 1))
        ),
        asked as (
            select
                feed,
                greatest(
                    changed_at,
                    stated_at,
                    if(table_changed_at > loaded_at, loaded_at, null),
                    if(ordered_at = first_loaded_at, table_changed_at, null)
                ) as after_at,
                min(begun_at) as until_at
            from seen
            inner join times using (feed, ordered_at)
            where is_load and ordered_at >= first_at
            group by all
            having after_at < until_at
        ),
        begun as (
            select
                feed,
                explode(aggregate(
                    asked,
                    cast(array() as array<timestamp>),
                    (found, one) -> if(
                        coalesce(element_at(found, -1) > one.after_at, false)
                        or exists(declared, each -> each > one.after_at and each <= one.until_at),
                        found,
                        concat(found, array(one.until_at))
                    )
                )) as since
            from (
                select feed, array_sort(collect_list(struct(until_at, after_at))) as asked
                from asked
                group by feed
            )
            inner join spans using (feed)
        ),
        noted as (
            select distinct known_epochs.feed, known_epochs.since
            from known_epochs
            inner join spans using (feed)
            where known_epochs.cause = 'snapshot' and known_epochs.since >= spans.first_at
        )
        select
            coalesce(begun.feed, noted.feed) as feed,
            coalesce(begun.since, noted.since) as since,
            noted.feed is null as is_begun
        from (select distinct feed, since from begun) as begun
        full outer join noted on begun.feed = noted.feed and begun.since = noted.since
        where begun.feed is null or noted.feed is null
    )

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final) where (select count(*) from changefeed_internal.source_epochs as stored where stored.decode_batch_id between 6 and 6) = 0;
