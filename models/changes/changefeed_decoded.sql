{{
    config(
        materialized='log',
        schema='internal',
        alias='decoded',
        replaces_redecoded={'windows': 'changefeed_windows', 'which': 'reason is null'},
        tblproperties={
            'delta.dataSkippingStatsColumns': 'feed,topic,batch_id,decode_batch_id,source_table,operation,reason,source_at,kafka_at,position.ordered_at',
        },
        post_hook=[
            "{{ changefeed.begin_epochs(this, ref('changefeed_windows'), source('changefeed_internal', 'restarts'), source('changefeed_internal', 'removals')) }}",
            "{{ changefeed.rank_ties(this, ref('changefeed_windows'), source('changefeed_internal', 'rerankings'), source('changefeed_internal', 'undecided_orders')) }}",
        ],
    )
}}

{%- set is_first = changefeed.is_first_build() -%}
{%- if execute and should_full_refresh() and changefeed.removed_batch_id(source('changefeed_internal', 'removals')) -%}
    {%- do changefeed.refuse_rebuild_after_removal('a full refresh') -%}
{%- endif -%}
{%- set decoded_batch_id = 0 if is_first else changefeed.high_water(this, ['decode_batch_id'])[0] -%}
{%- set open = changefeed.open_windows(ref('changefeed_windows'), ref('changefeed_feeds'), decoded_batch_id) -%}
{%- set known = changefeed.dialects() -%}
{%- set dialects = known | selectattr('name', 'in', open.dialects) | list or known -%}
{%- set is_again = not is_first and (open.retries or open.redecoded_feeds) -%}

{%- if is_first or open.count %}

with windows as (

    select
        windows.decode_batch_id,
        windows.topic,
        windows.topic_incarnation,
        windows.partition,
        windows.first_batch_id,
        windows.last_batch_id,
        windows.previous_kafka_at,
        {%- if is_again %}
        windows.kind,
        windows.retry_reason,
        {%- endif %}
        {{ changefeed.dialect_of('windows.topic', 'feeds') }} as dialect,
        feeds.* except (dialect, options),
        {{ changefeed.feed_options('feeds.options') }} as options
    from (
        {{ changefeed.windows_to_read(ref('changefeed_windows'), decoded_batch_id, open, is_first) | indent(8) }}
    ) as windows
    inner join {{ ref('changefeed_feed_settings') }} as feeds on windows.feed = feeds.feed

),

landed as (

    select *
    from {{ source('changefeed', 'messages') }}
    {%- if open.count %}
    where batch_id between {{ open.first_batch_id }} and {{ open.last_batch_id }}
    {%- else %}
    where false
    {%- endif %}

),
{% if open.late_clocks %}
clocks as (

    select
        landed.topic,
        landed.topic_incarnation,
        landed.partition,
        landed.offset,
        landed.kafka_at,
        greatest(
            max(landed.kafka_at) over (
                partition by landed.topic, landed.topic_incarnation, landed.partition order by landed.offset
            ),
            windows.previous_kafka_at,
            timestamp '1970-01-01'
        ) as ordered_at
    from landed
    inner join windows
        on
            landed.topic = windows.topic
            and landed.topic_incarnation = windows.topic_incarnation
            and landed.partition = windows.partition
            and landed.batch_id between windows.first_batch_id and windows.last_batch_id

),

late_clocks as (

    select * from clocks where kafka_at is null or kafka_at < ordered_at

),

{% endif %}
{%- if is_again %}
quarantined as (

    {{ changefeed.open_quarantine(
        this, which='batch_id between ' ~ open.first_batch_id ~ ' and ' ~ open.last_batch_id
    ) | indent(4) }}

),

{% endif %}
messages as (

    select
        landed.*,
        {{ 'coalesce(late_clocks.ordered_at, landed.kafka_at)' if open.late_clocks else 'landed.kafka_at' }} as ordered_at,
        windows.* except (
            topic, topic_incarnation, partition, first_batch_id, last_batch_id, previous_kafka_at
            {{- ', kind, retry_reason' if is_again }}
        )
    from landed
    inner join windows
        on
            landed.topic = windows.topic
            and landed.topic_incarnation = windows.topic_incarnation
            and landed.partition = windows.partition
            and landed.batch_id between windows.first_batch_id and windows.last_batch_id
    {%- if open.late_clocks %}
    left join late_clocks
        on
            landed.topic = late_clocks.topic
            and landed.topic_incarnation = late_clocks.topic_incarnation
            and landed.partition = late_clocks.partition
            and landed.offset = late_clocks.offset
    {%- endif %}
    {%- if is_again %}
    where windows.kind <> 'retry'

    union all

    select
        landed.*,
        quarantined.ordered_at,
        windows.* except (
            topic, topic_incarnation, partition, first_batch_id, last_batch_id, previous_kafka_at, kind, retry_reason
        )
    from landed
    inner join windows
        on
            landed.topic = windows.topic
            and landed.topic_incarnation = windows.topic_incarnation
            and landed.partition = windows.partition
            and landed.batch_id between windows.first_batch_id and windows.last_batch_id
            and windows.kind = 'retry'
    inner join quarantined
        on
            landed.topic = quarantined.topic
            and landed.topic_incarnation = quarantined.topic_incarnation
            and landed.partition = quarantined.partition
            and landed.offset = quarantined.offset
            and windows.feed = quarantined.feed
            and coalesce(windows.retry_reason = quarantined.reason, true)
    {%- endif %}

),

{{ changefeed.decode_messages('messages', dialects, known) }},

final as (

    select
        {{ changefeed.select_columns('decoded', {
            'decoded_at': 'current_timestamp()',
            'decoder_version': changefeed.decoder_version('dialect', dialects),
            'position': changefeed.position(),
        }) | indent(8) }}
    from decoded_changes

)

select * from final

{%- endif -%}
