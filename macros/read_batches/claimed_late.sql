{#- The messages that no feed claimed when they were landed, and that one claims now, by the first load of their range. -#}
{%- macro claimed_late(read_batches, feeds) -%}
select
    waiting.first_batch_id as batch_id,
    sum(waiting.messages) as messages
from ({{ changefeed.waiting_read_batches(read_batches) | indent(4) }}) as waiting
inner join {{ feeds }} as feeds on waiting.topic rlike feeds.topics_pattern
group by waiting.first_batch_id
{%- endmacro -%}
