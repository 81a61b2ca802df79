select coalesce(max(decode_batch_id), 0) from changefeed_internal.redefined_keys where true;

select (select count(*) from changefeed_internal.event_actions where action <> 'create_table') + (select count(*) from changefeed_internal.sweeps) + (select count(*) from changefeed_internal.table_reloads where feed <> '');

with keys as (
    -- as in models/changefeed_redefined_keys/nothing.sql
),
named as (
    -- as in models/changefeed_redefined_keys/landed.sql
)
select feed, source_database, source_schema, source_table, count(distinct key_columns) > 1 or max(present_key) is not null as is_redefined
from named
left join (select feed, source_database, source_schema, source_table, max_by(key_columns, decode_batch_id) as present_key
    from changefeed_internal.redefined_keys
    where what = 'present'
    group by feed, source_database, source_schema, source_table) using (feed, source_database, source_schema, source_table)
group by feed, source_database, source_schema, source_table
having bool_or(is_unknown or is_new and coalesce(key_columns <> present_key, false));
