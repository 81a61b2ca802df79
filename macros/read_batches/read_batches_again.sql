{#-
Read batches of messages that were read before. To decode a feed again, each of its ranges is claimed once more,
beginning with the first range that has a message at or after `since`. The ranges of one run are the same for all
partitions, so no run is cut in two. To retry, one range over all that was read of each partition is enough: `decoded`
reads only the quarantined messages in it.
-#}
{%- macro read_batches_again(read_batches, again, decode_batch_id, declarations) -%}
{%- if again.kind == 'redecode' -%}
select
    cast({{ decode_batch_id }} as bigint) as decode_batch_id,
    feed,
    topic,
    topic_incarnation,
    partition,
    first_batch_id,
    last_batch_id,
    first_offset,
    last_offset,
    messages,
    last_kafka_at,
    previous_kafka_at,
    late_clocks,
    'redecode' as kind,
    cast(null as string) as retry_reason,
    cast({{ declarations }} as bigint) as declarations,
    current_timestamp() as opened_at
from {{ read_batches }}
where
    kind = 'new'
    and feed = {{ changefeed.sql_string(again.feed) }}
    and first_batch_id >= {{ changefeed.first_batch_again(read_batches, again) }}
{%- else -%}
select
    cast({{ decode_batch_id }} as bigint) as decode_batch_id,
    feed,
    topic,
    topic_incarnation,
    partition,
    min(first_batch_id) as first_batch_id,
    max(last_batch_id) as last_batch_id,
    min(first_offset) as first_offset,
    max(last_offset) as last_offset,
    cast(0 as bigint) as messages,
    max(last_kafka_at) as last_kafka_at,
    cast(null as timestamp) as previous_kafka_at,
    cast(0 as bigint) as late_clocks,
    'retry' as kind,
    {{ changefeed.sql_string(again.reason) if again.reason else 'cast(null as string)' }} as retry_reason,
    cast({{ declarations }} as bigint) as declarations,
    current_timestamp() as opened_at
from {{ read_batches }}
where
    kind = 'new'
    {%- if again.feed %}
    and feed = {{ changefeed.sql_string(again.feed) }}
    {%- elif again.feeds %}
    and feed in ({{ changefeed.sql_strings(again.feeds) }})
    {%- else %}
    and feed <> ''
    {%- endif %}
group by feed, topic, topic_incarnation, partition
{%- endif -%}
{%- endmacro -%}
