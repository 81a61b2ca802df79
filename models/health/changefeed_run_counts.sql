{{ config(materialized='view', alias='run_counts') }}

with messages as (

    select
        decode_batch_id,
        feed,
        'messages' as measure,
        '' as label,
        sum(messages) as n
    from {{ ref('changefeed_windows') }}
    where decode_batch_id > 0
    group by decode_batch_id, feed

),

changes as (

    select
        decode_batch_id,
        feed,
        if(reason is null, 'changes', 'quarantined') as measure,
        coalesce(reason, operation) as label,
        count(*) as n
    from {{ ref('changefeed_decoded') }}
    group by decode_batch_id, feed, if(reason is null, 'changes', 'quarantined'), coalesce(reason, operation)

),

final as (

    select * from messages
    union all
    select * from changes

)

select * from final
