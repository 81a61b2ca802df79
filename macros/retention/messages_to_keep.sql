{#-
A query: the messages of the loads up to one that stay whatever their age: those whose last decoding failed, and those
that wait for a feed, which are in a read batch without one and in no later one with one.
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
