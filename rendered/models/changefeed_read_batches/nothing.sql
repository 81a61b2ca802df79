select 'changefeed_internal.read_batches' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0), coalesce(n3, 0), coalesce(n4, 0), coalesce(n5, 0)) as numbers from (select max(last_batch_id) as n1, max(decode_batch_id) as n2, max(if(feed = '', 1, 0)) as n3, max(declarations) as n4, max(decode_batch_id) filter (where kind = 'redecode') as n5 from changefeed_internal.read_batches)
union all
select 'changefeed_internal.decoded' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select max(decode_batch_id) as n1 from changefeed_internal.decoded)
union all
select 'changefeed_internal.statements' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(decode_batch_id) as n1, count(*) as n2 from changefeed_internal.statements)
union all
select 'changefeed_internal.source_tables' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select max(decode_batch_id) as n1 from changefeed_internal.source_tables)
union all
select 'changefeed_internal.sent_types' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(decode_batch_id) as n1, count(*) as n2 from changefeed_internal.sent_types)
union all
select 'changefeed_internal.source_epochs' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(decode_batch_id) as n1, count(*) filter (where since is not null) as n2 from changefeed_internal.source_epochs)
union all
select 'changefeed_internal.concurrent_changes' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(ranked_batch_id) as n1, count(*) filter (where what = 'rank') as n2 from changefeed_internal.concurrent_changes)
union all
select 'changefeed_internal.table_reloads' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(decode_batch_id) as n1, count(*) filter (where feed <> '') as n2 from changefeed_internal.table_reloads)
union all
select 'changefeed_internal.event_actions' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select count(*) filter (where action <> 'create_table') as n1 from changefeed_internal.event_actions)
union all
select 'changefeed_internal.redefined_keys' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0), coalesce(n3, 0)) as numbers from (select max(decode_batch_id) as n1, count(*) filter (where what = 'present') as n2, max(decode_batch_id) filter (where what = 'seen') as n3 from changefeed_internal.redefined_keys)
union all
select 'changefeed_internal.refold_requests' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(decode_batch_id) as n1, max(decode_batch_id) filter (where reason is not null) as n2 from changefeed_internal.refold_requests)
union all
select 'changefeed_internal.folded_rows' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(applied_batch_id) as n1, max(refold_batch_id) filter (where refold_batch_id is not null) as n2 from changefeed_internal.folded_rows)
union all
select 'changefeed_internal.versions' as relation, concat_ws(',', coalesce(n1, 0), coalesce(n2, 0)) as numbers from (select max(applied_batch_id) as n1, max(refold_batch_id) filter (where refold_batch_id is not null) as n2 from changefeed_internal.versions)
union all
select 'changefeed_internal.restarts' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select count(*) as n1 from changefeed_internal.restarts)
union all
select 'changefeed_internal.sweeps' as relation, concat_ws(',', coalesce(n1, 0)) as numbers from (select count(*) as n1 from changefeed_internal.sweeps);

select coalesce(max(last_batch_id), 0), coalesce(max(decode_batch_id), 0), coalesce(max(if(feed = '', 1, 0)), 0), coalesce(max(declarations), 0) from changefeed_internal.read_batches where true;

select (select count(*) from changefeed_internal.restarts) + (select count(*) from changefeed_internal.sweeps);

select max(batch_id), count(*) from changefeed.messages where batch_id > 9;
