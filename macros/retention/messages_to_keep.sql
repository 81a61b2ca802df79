{#-
A query: the messages up to a load that stay, however old they are. These are the messages whose last decoding failed,
and the messages that wait for a feed, which no read batch of a feed has.
-#}
{%- macro messages_to_keep(messages, decoded, read_batches, up_to_batch_id) -%}
{%- set record = ['topic', 'topic_incarnation', 'partition', 'offset'] | join(', ') -%}
select {{ record }}
from {{ decoded }}
where batch_id <= {{ up_to_batch_id }}
group by feed, {{ record }}
having max_by(reason is not null, decode_batch_id)
union
select {{ record }}
from {{ messages }} as messages
left anti join {{ read_batches }} as read_batches
    on
        messages.topic = read_batches.topic
        and messages.topic_incarnation = read_batches.topic_incarnation
        and messages.partition = read_batches.partition
        and messages.batch_id between read_batches.first_batch_id and read_batches.last_batch_id
        and read_batches.feed <> ''
where messages.batch_id <= {{ up_to_batch_id }}
{%- endmacro -%}
