{#-
The halves of update pairs whose other half had not come when they were read last. Every run that reads messages reads them again,
so those of a run are the ones that no later window claims.
-#}
{%- macro waiting_halves(log, windows, feed=none) -%}
select halves.*
from {{ log }} as halves
left anti join {{ windows }} as again
    on
        halves.feed = again.feed
        and halves.topic = again.topic
        and halves.topic_incarnation = again.topic_incarnation
        and halves.partition = again.partition
        and halves.offset between again.first_offset and again.last_offset
        and halves.decode_batch_id < again.decode_batch_id
        and again.kind <> 'new'
        and coalesce(again.retry_reason = halves.reason, true)
where
    halves.reason = 'waiting_half'
    {%- if feed %}
    and halves.feed = {{ changefeed.sql_string(feed) }}
    {%- endif %}
{%- endmacro -%}
