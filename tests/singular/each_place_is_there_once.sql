{{
    config(
        tags=['changefeed_daily'],
        description='A message stands once in `messages`, and a step of it once in `decoded` for each time that it was decoded.',
    )
}}

select
    'messages' as relation,
    topic,
    topic_incarnation,
    partition,
    offset,
    count(*) as rows
from {{ source('changefeed', 'messages') }}
group by topic, topic_incarnation, partition, offset
having count(*) > 1

union all

select
    'decoded' as relation,
    topic,
    topic_incarnation,
    partition,
    offset,
    count(*) as rows
from {{ ref('changefeed_decoded') }}
group by topic, topic_incarnation, partition, offset, message_index, step, decode_batch_id
having count(*) > 1
