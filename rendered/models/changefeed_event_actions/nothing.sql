select concat_ws('/', count(*), max(decode_batch_id), (select count(*) from changefeed_internal.sweeps), nullif(sum(position.epoch), 0), nullif(sum(position.concurrent_rank), 0), (select bit_xor(xxhash64(*)) from changefeed_internal.table_reloads where feed <> ''), (select bit_xor(xxhash64(column_type, column_name, position)) from (select * except (types)
from (
    select
        *,
        collect_set(column_type) over (partition by feed, source_database, source_schema, source_table, column_name) as types
    from changefeed_internal.sent_types
    lateral view explode(from_json(column_types, 'map<string,string>')) as column_name, column_type
)
where size(types) > 1))) as fingerprint, count_if(is_understood and exists(actions, action -> action.action = 'drop_table' and action.source_table = '')) as dropped_databases, count_if(coalesce(size(position.sequence) = 2 and position.sequence[1] = -1, false)) as unnumbered, coalesce(max(decode_batch_id) filter (where size(former_tables) > 0), 0) as newest_with_former_tables from changefeed.table_events;
