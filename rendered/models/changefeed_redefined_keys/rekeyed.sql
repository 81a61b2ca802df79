select coalesce(max(decode_batch_id), 0) from changefeed_internal.redefined_keys where true;

select (select count(*) from changefeed_internal.event_actions where action <> 'create_table') + (select count(*) from changefeed_internal.sweeps) + (select count(*) from changefeed_internal.table_reloads where feed <> '');

with keys as (
    -- as in models/changefeed_redefined_keys/nothing.sql
),
named as (
    select * from keys
)
select feed, source_database, source_schema, source_table, count(distinct key_columns) > 1 or max(present_key) is not null as is_redefined
from named
left join (select feed, source_database, source_schema, source_table, max_by(key_columns, decode_batch_id) as present_key
    from changefeed_internal.redefined_keys
    where what = 'present'
    group by feed, source_database, source_schema, source_table) using (feed, source_database, source_schema, source_table)
group by feed, source_database, source_schema, source_table
having bool_or(is_unknown or is_new and coalesce(key_columns <> present_key, false));

insert into changefeed_internal.redefined_keys by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        '' as source_database,
        '' as source_schema,
        '' as source_table,
        cast(null as string) as what,
        cast(null as array<string>) as key_columns

    union all

    select
        feed, source_database, source_schema, source_table,
        'seen' as what,
        key_columns
    from (select feed, source_database, source_schema, source_table, key_columns
    from changefeed_internal.decoded
    where
        decode_batch_id > 5
        and size(key_columns) > 0
        and operation in ('snapshot', 'insert', 'update', 'delete')
    group by feed, source_database, source_schema, source_table, key_columns)
    left anti join (select * from changefeed_internal.redefined_keys where what = 'seen') using (feed, source_database, source_schema, source_table, key_columns)

    union all

    select
        feed, source_database, source_schema, source_table,
        'present' as what,
        max_by(key_columns, position) as key_columns
    from (
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
        from (select * from changefeed_internal.ordered_changes where size(key_columns) > 0 and (feed = 'shop' and source_database = 'shop' and source_schema = '' and source_table = 'orders'))
        where
            operation in ('snapshot', 'insert', 'update', 'delete')
            and (true)
    )
    left join (select feed, source_database, source_schema, source_table, max_by(key_columns, decode_batch_id) as present_key
    from changefeed_internal.redefined_keys
    where what = 'present'
    group by feed, source_database, source_schema, source_table) using (feed, source_database, source_schema, source_table)
    group by feed, source_database, source_schema, source_table
    having count(distinct key_columns) > 1 or max(present_key) is not null

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final) where (select count(*) from changefeed_internal.redefined_keys as stored where stored.decode_batch_id between 6 and 6) = 0;
