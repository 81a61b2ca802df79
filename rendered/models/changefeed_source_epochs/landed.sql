select feed, cast(min(if(dialect = 'baseline', null, position.ordered_at)) as string) as first_at, count_if(operation = 'snapshot' and dialect <> 'baseline') > 0 as has_snapshots, count_if(dialect = 'baseline' and size(key_columns) = 0) > 0 as has_dumps from changefeed_internal.decoded where decode_batch_id > 0 and reason is null and position.ordered_at is not null and (operation = 'snapshot' or position.sequence is not null or size(key_columns) = 0) group by feed order by feed;

select feed, count(*) > 1 as has_several from (select feed, source_server, bool_or(is_new) as is_new, bool_or(not is_new) as is_known from (select feed, source_server, true as is_new from (select distinct feed, source_server from changefeed_internal.decoded where decode_batch_id > 0 and source_server is not null and position.sequence is not null and reason is null)) group by feed, source_server) group by feed having bool_or(is_new) and (bool_or(is_new and not is_known) or has_several) order by feed;

create or replace table changefeed_internal.source_epochs

    using delta

      comment '…'

      as

with declared as (

    select distinct
        feed,
        since
    from changefeed_internal.restarts

),

final as (
    -- as in models/changefeed_source_epochs/first.sql
)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final;
