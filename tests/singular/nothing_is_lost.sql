{{ config(description='Every landed message is decoded, quarantined, or waits for a feed to claim its topic.') }}

{%- set found = changefeed.found_by_run(ref('changefeed_decoded'), ref('changefeed_read_batches')) %}
{#- dbt must see each name while it parses the project. -#}
{%- do [source('changefeed', 'messages'), source('changefeed_internal', 'removals')] %}
{%- if found and not found.missing %}
{{ changefeed.nothing_found(['topic', 'topic_incarnation', 'landed', 'decoded', 'waiting']) }}
{%- else %}
{%- set removed_batch_id = changefeed.removed_batch_id(source('changefeed_internal', 'removals')) %}
{%- set read_batches = ref('changefeed_read_batches') %}
{%- set since = changefeed.read_by_this_run('batch_id', read_batches) %}

with landed as (

    select
        topic,
        topic_incarnation,
        count(*) as messages
    from {{ source('changefeed', 'messages') }}
    where
        batch_id > {{ removed_batch_id }}
        and batch_id <= (select max(last_batch_id) from {{ read_batches }})
        and {{ since }}
    group by topic, topic_incarnation

),

decoded as (

    select
        topic,
        topic_incarnation,
        count(*) as messages
    from (
        -- A quarantined message that was decoded again has a row for each attempt; one side of an update pair may leave step 1 alone.
        select distinct
            topic,
            topic_incarnation,
            partition,
            offset
        from {{ ref('changefeed_decoded') }}
        where message_index = 0 and batch_id > {{ removed_batch_id }} and {{ since }}
    )
    group by topic, topic_incarnation

),

waiting as (

    select
        topic,
        topic_incarnation,
        sum(messages) as messages
    from (
        {{ changefeed.waiting_read_batches(read_batches) | indent(8) }}
    )
    where first_batch_id > {{ removed_batch_id }} and {{ since | replace('batch_id', 'first_batch_id') }}
    group by topic, topic_incarnation

)

select
    topic,
    topic_incarnation,
    landed.messages as landed,
    decoded.messages as decoded,
    waiting.messages as waiting
from landed
full outer join decoded using (topic, topic_incarnation)
full outer join waiting using (topic, topic_incarnation)
where coalesce(landed.messages, 0) <> coalesce(decoded.messages, 0) + coalesce(waiting.messages, 0)
{%- endif %}
