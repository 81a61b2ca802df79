{{ config(description='Every landed message is decoded, quarantined, or waits for a feed to claim its topic.') }}

with landed as (

    select
        topic,
        topic_incarnation,
        count(*) as messages
    from {{ source('changefeed', 'messages') }}
    where batch_id <= (select max(last_batch_id) from {{ ref('changefeed_windows') }})
    group by topic, topic_incarnation

),

decoded as (

    select
        topic,
        topic_incarnation,
        count_if(message_index = 0 and step = 0) as messages
    from {{ ref('changefeed_decoded') }}
    group by topic, topic_incarnation

),

waiting as (

    select
        unclaimed.topic,
        unclaimed.topic_incarnation,
        sum(unclaimed.messages) as messages
    from {{ ref('changefeed_windows') }} as unclaimed
    left anti join {{ ref('changefeed_windows') }} as claimed
        on
            unclaimed.topic = claimed.topic
            and unclaimed.topic_incarnation = claimed.topic_incarnation
            and unclaimed.partition = claimed.partition
            and unclaimed.first_batch_id = claimed.first_batch_id
            and claimed.feed <> ''
    where unclaimed.feed = ''
    group by unclaimed.topic, unclaimed.topic_incarnation

)

select
    topic,
    topic_incarnation,
    landed.messages as landed,
    decoded.messages as decoded,
    waiting.messages as waiting
from landed
full outer join decoded using (topic, topic_incarnation)
full outer join waiting using (topic, topic_incarnation)
where coalesce(landed.messages, 0) <> coalesce(decoded.messages, 0) + coalesce(waiting.messages, 0)
