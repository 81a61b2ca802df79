select coalesce(max(decode_batch_id), 0) from changefeed_internal.source_epochs where true;

select feed, cast(min(if(dialect = 'baseline', null, position.ordered_at)) as string) as first_at, count_if(operation = 'snapshot' and dialect <> 'baseline') > 0 as has_snapshots, count_if(dialect = 'baseline' and size(key_columns) = 0) > 0 as has_dumps from changefeed_internal.decoded where decode_batch_id > 5 and reason is null and position.ordered_at is not null and (operation = 'snapshot' or position.sequence is not null or size(key_columns) = 0) group by feed order by feed;

select feed, cast(min(since) as string) as first_at from changefeed_internal.restarts left anti join (select feed, since from changefeed_internal.source_epochs where cause = 'declared') using (feed, since) group by feed order by feed;

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
    -- as in models/changefeed_source_epochs/all_at_once.sql
)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final) where (select count(*) from changefeed_internal.source_epochs as stored where stored.decode_batch_id between 6 and 6) = 0;
