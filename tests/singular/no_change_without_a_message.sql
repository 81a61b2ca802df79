{{ config(tags=['changefeed_daily'], description='Every decoded change comes from a message that was landed.') }}

select
    decoded.topic,
    decoded.topic_incarnation,
    decoded.partition,
    decoded.offset
from {{ ref('changefeed_decoded') }} as decoded
left anti join {{ source('changefeed', 'messages') }} as landed
    on
        decoded.topic = landed.topic
        and decoded.topic_incarnation = landed.topic_incarnation
        and decoded.partition = landed.partition
        and decoded.offset = landed.offset
where decoded.batch_id > {{ changefeed.removed_batch_id(source('changefeed_internal', 'removals'), 'messages') }}
