select feed, cast(min(if(dialect = 'baseline', null, position.ordered_at)) as string) as first_at, count_if(operation = 'snapshot' and dialect <> 'baseline') > 0 as has_snapshots, count_if(dialect = 'baseline' and size(key_columns) = 0) > 0 as has_dumps from changefeed_internal.decoded where decode_batch_id > 0 and reason is null and position.ordered_at is not null and (operation = 'snapshot' or position.sequence is not null or size(key_columns) = 0) group by feed order by feed;

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

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        cast(null as timestamp) as since,
        cast(null as string) as cause,
        false as is_begun

    union all

    select
        feed,
        since,
        'declared' as cause,
        true as is_begun
    from declared

)

select
    *,
    cast(6 as bigint) as decode_batch_id
from final;
