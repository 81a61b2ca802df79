select (select count(*) from changefeed_internal.event_actions where action <> 'create_table') + (select count(*) from changefeed_internal.sweeps) + (select count(*) from changefeed_internal.table_reloads where feed <> '');

with keys as (
    select feed, source_database, source_schema, source_table, key_columns, bool_or(is_new) as is_new, bool_and(is_new) as is_unknown
    from (
        select *, true as is_new from (select feed, source_database, source_schema, source_table, key_columns
        from changefeed_internal.decoded
        where
            decode_batch_id > 0
            and size(key_columns) > 0
            and operation in ('snapshot', 'insert', 'update', 'delete')
        group by feed, source_database, source_schema, source_table, key_columns)
    )
    group by feed, source_database, source_schema, source_table, key_columns
),
named as (
    select * from keys
    union all
    select keys.feed, events.new_database, events.new_schema, events.new_table, key_columns, is_new, is_unknown
    from keys
    inner join changefeed_internal.event_actions as events
        on
            events.action = 'rename_table'
            and keys.feed = events.feed
            and keys.source_database = events.source_database
            and keys.source_schema = events.source_schema
            and keys.source_table = events.source_table
    union all
    select keys.feed, events.source_database, events.source_schema, events.source_table, key_columns, is_new, is_unknown
    from keys
    inner join changefeed_internal.event_actions as events
        on
            events.action = 'rename_table'
            and keys.feed = events.feed
            and keys.source_database = events.new_database
            and keys.source_schema = events.new_schema
            and keys.source_table = events.new_table
)
select feed, source_database, source_schema, source_table, count(distinct key_columns) > 1 as is_redefined
from named
group by feed, source_database, source_schema, source_table
having bool_or(is_unknown);

create or replace table changefeed_internal.redefined_keys

    using delta

      comment '…'

      as

with final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        '' as source_database,
        '' as source_schema,
        '' as source_table,
        cast(null as string) as what,
        cast(null as array<string>) as key_columns

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final;
