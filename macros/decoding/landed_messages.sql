{#-
Landed messages with the settings of their feeds, as decode_messages() reads them. With a left join on false, these are
messages of no feed yet.
-#}
{%- macro landed_messages(landed, dialect, join, condition, options=none) -%}
select
    landed.topic,
    landed.topic_incarnation,
    landed.partition,
    landed.offset,
    landed.kafka_at,
    landed.landed_at,
    landed.batch_id,
    landed.kafka_at as ordered_at,
    landed.batch_id as decode_batch_id,
    landed.key,
    landed.headers,
    landed.value,
    {{ dialect }} as dialect,
    feeds.* except (dialect, options),
    {{ options or changefeed.feed_options('feeds.options') }} as options
from {{ landed }} as landed
{{ join }} {{ ref('changefeed_feed_settings') }} as feeds
    on {{ condition }}
{%- endmacro -%}
