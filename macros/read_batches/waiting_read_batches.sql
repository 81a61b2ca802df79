{#- The read batches of messages that no feed claimed when they were landed, and that no feed has claimed since. -#}
{%- macro waiting_read_batches(read_batches) -%}
select waiting.*
from {{ read_batches }} as waiting
left anti join {{ read_batches }} as claimed
    on
        waiting.topic = claimed.topic
        and waiting.topic_incarnation = claimed.topic_incarnation
        and waiting.partition = claimed.partition
        and waiting.first_batch_id = claimed.first_batch_id
        and claimed.feed <> ''
where waiting.feed = ''
{%- endmacro -%}
