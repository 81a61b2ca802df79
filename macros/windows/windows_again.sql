{#-
Windows over messages that were read before. To decode a feed again, every range of it is claimed once more, from the
first range with a message at or after `since` on; the ranges of one run are the same for all partitions, so nothing is cut.
To retry, one range over the quarantined messages of each partition is enough: `decoded` reads only these of it.
-#}
{%- macro windows_again(windows, again, decode_batch_id) -%}
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
    current_timestamp() as opened_at
from {{ windows }}
where
    kind = 'new'
    and feed = {{ changefeed.sql_string(again.feed) }}
    and first_batch_id >= {{ changefeed.first_batch_again(windows, again) }}
{%- else -%}
select
    cast({{ decode_batch_id }} as bigint) as decode_batch_id,
    feed,
    topic,
    topic_incarnation,
    partition,
    min(batch_id) as first_batch_id,
    max(batch_id) as last_batch_id,
    min(offset) as first_offset,
    max(offset) as last_offset,
    count(*) as messages,
    max(kafka_at) as last_kafka_at,
    cast(null as timestamp) as previous_kafka_at,
    cast(0 as bigint) as late_clocks,
    'retry' as kind,
    {{ changefeed.sql_string(again.reason) if again.reason else 'cast(null as string)' }} as retry_reason,
    current_timestamp() as opened_at
from (
    {{ (
        changefeed.waiting_halves(changefeed.log_of(windows), windows, again.feed) if again.reason == 'waiting_half'
        else changefeed.open_quarantine(changefeed.log_of(windows), again.feed)
    ) | indent(4) }}
)
{%- if again.reason %}
where reason = {{ changefeed.sql_string(again.reason) }}
{%- endif %}
group by feed, topic, topic_incarnation, partition
{%- endif -%}
{%- endmacro -%}
