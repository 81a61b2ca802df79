{{
    config(
        materialized='log',
        full_refresh=false,
        schema='internal',
        alias='read_batches',
        first_wins=true,
    )
}}

{#- The source is named here because dbt must see its name while it parses the project. -#}
{%- set removals = source('changefeed_internal', 'removals') -%}
{%- set is_first = changefeed.is_first_build() -%}
{%- do changefeed.ask_facts_of_run() -%}
{%- set seen = ['last_batch_id', 'decode_batch_id', "if(feed = '', 1, 0)", 'declarations'] -%}
{%- set seen = [0, 0, 0, 0] if is_first else changefeed.high_water(this, seen) -%}
{%- set seen_batch_id, decode_batch_id, is_any_unclaimed, seen_declarations = seen -%}
{%- set declarations = changefeed.declarations() -%}

{%- set to_read = changefeed.messages_to_read(
    source('changefeed', 'messages'), this, ref('changefeed_feed_settings'), seen_batch_id, is_any_unclaimed
) -%}
{%- set landed_batch_id = to_read.last_batch_id -%}
{%- if to_read.left -%}
    {%- do graph.update({'changefeed_left ' ~ invocation_id: to_read.left}) -%}
    {%- do log(
        '  takes up ' ~ '{:,}'.format(to_read.taken) ~ ' messages; ' ~ '{:,}'.format(to_read.left) ~ ' wait for a further run', info=true
    ) -%}
{%- endif -%}
{%- set again = {'kind': ''} if is_first else changefeed.decode_again(
    ref('changefeed_feed_settings'), this, removals
) -%}
{%- if not is_first and not again.kind and landed_batch_id > seen_batch_id -%}
    {%- set with_pairs = changefeed.feeds_with_pairs(ref('changefeed_feed_settings')) -%}
    {%- set again = {'kind': 'retry', 'feeds': with_pairs, 'reason': 'unpaired_update'} if with_pairs else again -%}
{%- endif -%}

{%- if is_first
    or landed_batch_id > seen_batch_id
    or again.kind
    or declarations > seen_declarations
    or to_read.late_batch_id %}

{{ changefeed.written_once('stored.decode_batch_id > ' ~ decode_batch_id ~ ' or stored.first_batch_id > ' ~ seen_batch_id) -}}

with landed as (

    select
        topic,
        topic_incarnation,
        partition,
        cast({{ seen_batch_id + 1 }} as bigint) as first_batch_id,
        cast({{ landed_batch_id }} as bigint) as last_batch_id,
        min(offset) as first_offset,
        max(offset) as last_offset,
        max(ordered_at) as last_kafka_at,
        min_by(ordered_at, offset) as first_kafka_at,
        count_if(ordered_at is null or ordered_at < running_at) as late_clocks,
        count(*) as messages
    from (
        select
            *,
            max(ordered_at) over (
                partition by topic, topic_incarnation, partition order by offset
            ) as running_at
        from (
            select
                messages.topic,
                messages.topic_incarnation,
                messages.partition,
                messages.offset,
                {{ changefeed.time_in_order('messages') }} as ordered_at
            from {{ source('changefeed', 'messages') }} as messages
            where messages.batch_id between {{ seen_batch_id + 1 }} and {{ landed_batch_id }}
        )
    )
    group by topic, topic_incarnation, partition

),

ranges as (

    {%- if is_first %}

    select
        *,
        cast(null as timestamp) as previous_kafka_at,
        false as is_waiting
    from landed
    {%- else %}

    select
        landed.*,
        max(read_batches.last_kafka_at) as previous_kafka_at,
        false as is_waiting
    from landed
    left join {{ this }} as read_batches
        on
            read_batches.kind = 'new'
            and landed.topic = read_batches.topic
            and landed.topic_incarnation = read_batches.topic_incarnation
            and landed.partition = read_batches.partition
            and landed.first_offset > read_batches.last_offset
    group by all
    {%- endif %}
    {%- if to_read.late_batch_id %}

    union all

    select
        topic,
        topic_incarnation,
        partition,
        first_batch_id,
        last_batch_id,
        first_offset,
        last_offset,
        last_kafka_at,
        cast(null as timestamp) as first_kafka_at,
        late_clocks,
        messages,
        previous_kafka_at,
        true as is_waiting
    from ({{ changefeed.waiting_read_batches(this) | indent(4) }})
    where first_batch_id <= {{ to_read.late_batch_id }}
    {%- endif %}

),

patterns as (

    select sort_array(collect_list(struct(feed, topics_pattern))) as patterns
    from {{ ref('changefeed_feed_settings') }}

),

claims as (

    select
        ranges.*,
        transform(filter(patterns.patterns, each -> ranges.topic rlike each.topics_pattern), each -> each.feed) as feeds
    from ranges
    cross join patterns

),

final as (

    select
        -- A topic that several feeds claim waits, as one without a feed does: feed_health counts it for each of them.
        cast(if(size(feeds) = 1, {{ decode_batch_id + 1 }}, 0) as bigint) as decode_batch_id,
        if(size(feeds) = 1, feeds[0], '') as feed,
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
        late_clocks + if(previous_kafka_at > first_kafka_at, 1, 0) as late_clocks,
        'new' as kind,
        cast(null as string) as retry_reason,
        cast({{ declarations }} as bigint) as declarations,
        current_timestamp() as opened_at
    from claims
    where size(feeds) = 1 or not is_waiting
    {%- if again.kind %}

    union all

    {{ changefeed.read_batches_again(this, again, decode_batch_id + 1, declarations) | indent(4) }}
    {%- endif %}
    {%- if declarations > seen_declarations and not is_first %}

    union all

    {{ changefeed.read_batch_of_declarations(decode_batch_id + 1, declarations) | indent(4) }}
    {%- endif %}

)

select * from final

{%- endif -%}
