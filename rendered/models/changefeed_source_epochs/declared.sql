select coalesce(max(decode_batch_id), 0) from changefeed_internal.source_epochs where true;

select feed, cast(min(if(dialect = 'baseline', null, position.ordered_at)) as string) as first_at, count_if(operation = 'snapshot' and dialect <> 'baseline') > 0 as has_snapshots, count_if(dialect = 'baseline' and size(key_columns) = 0) > 0 as has_dumps from changefeed_internal.decoded where decode_batch_id > 5 and reason is null and position.ordered_at is not null and (operation = 'snapshot' or position.sequence is not null or size(key_columns) = 0) group by feed order by feed;

select feed, cast(min(since) as string) as first_at from changefeed_internal.restarts left anti join (select feed, since from changefeed_internal.source_epochs where cause = 'declared') using (feed, since) group by feed order by feed;

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
