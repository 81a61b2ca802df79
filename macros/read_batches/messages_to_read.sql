{#-
What a run reads of the messages that no run has read: up to changefeed_max_messages_per_run of them, in whole loads
(ADR 0002). `last_batch_id` is the last load that it takes up, `late_batch_id` the last load of which it takes up
messages of topics that a feed claims since (0 for none); `taken` and `left` are numbers of messages.
-#}
{%- macro messages_to_read(messages, read_batches, feeds, seen_batch_id, is_any_unclaimed) -%}
    {%- if not changefeed.is_readable(messages) -%}
        {{- return({'last_batch_id': seen_batch_id, 'late_batch_id': 0, 'taken': 0, 'left': 0}) -}}
    {%- endif -%}
    {%- set most = var('changefeed_max_messages_per_run', 5000000) | int -%}
    {%- set late_batch_id, late = changefeed._newest_and_count(
        'late',
        'select max(batch_id), sum(messages) from (' ~ changefeed._claimed_late(read_batches, feeds) ~ ')'
    ) if is_any_unclaimed else (0, 0) -%}
    {%- set landed_batch_id, landed = changefeed._newest_and_count(
        'landed',
        'select max(batch_id), count(*) from ' ~ messages ~ ' where batch_id > ' ~ seen_batch_id
    ) -%}
    {%- set last_batch_id, late_left, landed_left = landed_batch_id or seen_batch_id, 0, 0 -%}
    {%- if most and late + landed > most -%}
        {%- if late -%}
            {%- set late_batch_id, late_left = changefeed._slice_of_loads(changefeed._claimed_late(read_batches, feeds), most) -%}
        {%- endif -%}
        {%- if late_left -%}
            {%- set last_batch_id, landed_left = seen_batch_id, landed -%}
        {%- elif landed -%}
            {%- set last_batch_id, landed_left = changefeed._slice_of_loads(
                changefeed._landed_since(messages, seen_batch_id), most - late
            ) -%}
        {%- endif -%}
    {%- endif -%}
    {%- set left = late_left + landed_left -%}
    {{- return({'last_batch_id': last_batch_id, 'late_batch_id': late_batch_id, 'taken': late + landed - left, 'left': left}) -}}
{%- endmacro -%}


{%- macro _newest_and_count(question, query) -%}
    {%- set row = changefeed.ask(question, query, [[0, 0]])[0] -%}
    {{- return([(row[0] or 0) | int, (row[1] or 0) | int]) -}}
{%- endmacro -%}


{#-
The messages that waited for a feed when they were landed, and that one feed claims now, by the first load of a range.
-#}
{%- macro _claimed_late(read_batches, feeds) -%}
select
    first_batch_id as batch_id,
    sum(messages) as messages
from (
    select
        waiting.first_batch_id,
        max(waiting.messages) as messages
    from ({{ changefeed.waiting_read_batches(read_batches) | indent(8) }}) as waiting
    inner join {{ feeds }} as feeds on waiting.topic rlike feeds.topics_pattern
    group by waiting.topic, waiting.topic_incarnation, waiting.partition, waiting.first_batch_id
    having count(*) = 1
)
group by first_batch_id
{%- endmacro -%}


{#- How many messages landed in loads after one, by load. -#}
{%- macro _landed_since(messages, batch_id) -%}
select
    batch_id,
    count(*) as messages
from {{ messages }}
where batch_id > {{ batch_id }}
group by batch_id
{%- endmacro -%}


{#-
How far a run goes that has room for so many messages: the last load of the slice, which has one load at least, and how
many messages it leaves. `loads` is a query with batch_id and messages.
-#}
{%- macro _slice_of_loads(loads, room) -%}
    {{- return(changefeed._newest_and_count(
        'slice',
        'select max(batch_id) filter (where is_taken), sum(messages) filter (where not is_taken) from ('
        ~ 'select *, total <= ' ~ room ~ ' or total = messages as is_taken from ('
        ~ 'select *, sum(messages) over (order by batch_id) as total from (' ~ loads ~ ')))'
    )) -}}
{%- endmacro -%}
