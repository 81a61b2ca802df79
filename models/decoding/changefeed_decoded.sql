{{
    config(
        materialized='log',
        schema='internal',
        alias='decoded',
        replaces_redecoded={'read_batches': 'changefeed_read_batches', 'which': 'reason is null', 'by': 'decode_batch_id'},
        tblproperties=changefeed.table_properties([
            'feed', 'topic', 'batch_id', 'decode_batch_id', 'source_table', 'operation', 'reason',
            'source_at', 'kafka_at', 'position.ordered_at',
        ]),
        pre_hook="{{ changefeed.mask_erased_messages(this, ref('changefeed_read_batches'), ref('changefeed_feed_settings'), source('changefeed_internal', 'erased_messages')) }}",
        post_hook="{{ changefeed.ask_found_by_run(this, ref('changefeed_read_batches')) }}",
    )
}}

{%- set is_first = changefeed.is_first_build() -%}
{%- set removals = source('changefeed_internal', 'removals') -%}
{%- if execute and should_full_refresh() and changefeed.removed_batch_id(removals) -%}
    {%- do changefeed.refuse_rebuild_after_removal('a full refresh') -%}
{%- endif -%}
{#- Avro records are read with these schemas. dbt must see the source's name while it parses the project. -#}
{%- do source('changefeed', 'schemas') -%}
{%- set decoded_batch_id = 0 if is_first else changefeed.high_water(this, ['decode_batch_id'])[0] -%}
{%- set open = changefeed.open_read_batches(ref('changefeed_read_batches'), ref('changefeed_feeds'), decoded_batch_id) -%}
{%- set known = changefeed.dialects() -%}
{#- What dbt must see while it parses: what the model reads of erasures, if there are some. -#}
{%- do source('changefeed', 'erasures') -%}
{%- set erased_messages = source('changefeed_internal', 'erased_messages') -%}
{%- set landed = 'readable as landed' if open.has_erased_messages else 'landed' -%}
{#- dbt parses the model with one dialect, to see what the model reads. -#}
{%- set dialects = known | selectattr('name', 'in', open.dialects) | list if execute else known[:1] -%}
{%- set quarantined = changefeed.quarantine_to_retry(this, ref('changefeed_read_batches'), decoded_batch_id, open) if open.retries and not is_first -%}
{%- set first_retried, last_retried = changefeed.ask(
    'retried', 'select min(batch_id), max(batch_id) from (' ~ quarantined ~ ')', [[none, none]]
)[0] if quarantined else (none, none) -%}
{%- set is_again = not is_first and (first_retried is not none or open.redecoded_feeds) -%}

{%- if not execute or dialects and (first_retried is not none or open.redecoded_feeds or open.first_batch_id is not none) %}

{{ changefeed.written_once('stored.decode_batch_id between ' ~ (decoded_batch_id + 1) ~ ' and ' ~ open.last_decode_batch_id) -}}

with read_batches as (

    select
        read_batches.decode_batch_id,
        read_batches.topic,
        read_batches.topic_incarnation,
        read_batches.partition,
        read_batches.first_batch_id,
        read_batches.last_batch_id,
        read_batches.previous_kafka_at,
        {%- if is_again %}
        read_batches.kind,
        read_batches.retry_reason,
        {%- endif %}
        {{ changefeed.dialect_of('read_batches.topic', 'feeds') }} as dialect,
        feeds.* except (dialect, options),
        {{ changefeed.feed_options('feeds.options') }} as options
    from (
        {{ changefeed.read_batches_to_decode(ref('changefeed_read_batches'), decoded_batch_id, open, is_first) | indent(8) }}
    ) as read_batches
    inner join {{ ref('changefeed_feed_settings') }} as feeds on read_batches.feed = feeds.feed
    {%- if open.retries and first_retried is none %}
    where read_batches.kind <> 'retry'
    {%- endif %}

),

landed as (

    select *
    from {{ source('changefeed', 'messages') }}
    where
        {{ 'batch_id between ' ~ open.first_batch_id ~ ' and ' ~ open.last_batch_id if open.first_batch_id is not none else 'false' }}
        {%- if first_retried is not none %}
        or batch_id between {{ first_retried }} and {{ last_retried }}
        {%- endif %}

),
{% if open.late_clocks %}
clocks as (

    select
        landed.topic,
        landed.topic_incarnation,
        landed.partition,
        landed.offset,
        {{ changefeed.time_in_order('landed') }} as own_at,
        greatest(
            max({{ changefeed.time_in_order('landed') }}) over (
                partition by landed.topic, landed.topic_incarnation, landed.partition order by landed.offset
            ),
            read_batches.previous_kafka_at,
            timestamp '1970-01-01'
        ) as ordered_at
    from landed
    inner join read_batches
        on
            landed.topic = read_batches.topic
            and landed.topic_incarnation = read_batches.topic_incarnation
            and landed.partition = read_batches.partition
            and landed.batch_id between read_batches.first_batch_id and read_batches.last_batch_id

),

late_clocks as (

    select * from clocks where own_at is null or own_at < ordered_at

),

{% endif %}
{%- if first_retried is not none %}
quarantined as (

    {{ quarantined | indent(4) }}

),

{% endif %}
{%- if open.has_erased_messages %}
readable as (

    select *
    from landed
    left anti join {{ erased_messages }} as erased_messages using (topic, topic_incarnation, partition, offset)

),

{% endif %}
messages as (

    select
        landed.*,
        {{ 'coalesce(late_clocks.ordered_at, landed.kafka_at)' if open.late_clocks else 'landed.kafka_at' }} as ordered_at,
        read_batches.* except (
            topic, topic_incarnation, partition, first_batch_id, last_batch_id, previous_kafka_at
            {{- ', kind, retry_reason' if is_again }}
        )
    from {{ landed }}
    inner join read_batches
        on
            landed.topic = read_batches.topic
            and landed.topic_incarnation = read_batches.topic_incarnation
            and landed.partition = read_batches.partition
            and landed.batch_id between read_batches.first_batch_id and read_batches.last_batch_id
    {%- if open.late_clocks %}
    left join late_clocks
        on
            landed.topic = late_clocks.topic
            and landed.topic_incarnation = late_clocks.topic_incarnation
            and landed.partition = late_clocks.partition
            and landed.offset = late_clocks.offset
    {%- endif %}
    {%- if is_again %}
    where read_batches.kind <> 'retry'
    {%- endif %}
    {%- if first_retried is not none %}

    union all

    select
        landed.*,
        quarantined.ordered_at,
        read_batches.* except (
            topic, topic_incarnation, partition, first_batch_id, last_batch_id, previous_kafka_at, kind, retry_reason
        )
    from {{ landed }}
    inner join read_batches
        on
            landed.topic = read_batches.topic
            and landed.topic_incarnation = read_batches.topic_incarnation
            and landed.partition = read_batches.partition
            and landed.batch_id between read_batches.first_batch_id and read_batches.last_batch_id
            and read_batches.kind = 'retry'
    inner join quarantined
        on
            landed.topic = quarantined.topic
            and landed.topic_incarnation = quarantined.topic_incarnation
            and landed.partition = quarantined.partition
            and landed.offset = quarantined.offset
            and read_batches.feed = quarantined.feed
            and coalesce(read_batches.retry_reason = quarantined.reason, true)
    {%- endif %}

),

{{ changefeed.decode_messages('messages', dialects, known, masks=open.masks) }},
{% if open.erased_feeds %}
{{ changefeed.erased_changes('decoded_changes', source('changefeed', 'erasures'), open.erased_feeds) }}
{% endif %}
final as (

    select
        {{ changefeed.select_columns('decoded', {
            'decoded_at': 'current_timestamp()',
            'decoder_version': changefeed.decoder_version('dialect', dialects),
            'position': changefeed.position(),
        }) | indent(8) }}
    from {{ 'remaining_changes' if open.erased_feeds else 'decoded_changes' }}
    {%- if open.has_erased_messages %}

    union all

    {{ changefeed.changes_of_erased_messages(erased_messages, 'read_batches', is_again) | indent(4) }}
    {%- endif %}

)

select * from final

{%- endif -%}
