{#- The ranges of messages that no feed claimed when they were landed, and that none has claimed since. -#}
{%- macro waiting_windows(windows) -%}
select waiting.*
from {{ windows }} as waiting
left anti join {{ windows }} as claimed
    on
        waiting.topic = claimed.topic
        and waiting.topic_incarnation = claimed.topic_incarnation
        and waiting.partition = claimed.partition
        and waiting.first_batch_id = claimed.first_batch_id
        and claimed.feed <> ''
where waiting.feed = ''
{%- endmacro -%}
