{{
    config(
        materialized='log',
        schema='internal',
        alias='concurrent_changes',
        pre_hook="{{ changefeed.gather_concurrent_changes(ref('changefeed_decoded'), ref('changefeed_read_batches'), ref('changefeed_statements'), ref('changefeed_source_tables')) }}",
        post_hook="{{ changefeed.drop_own_tables(['members', 'statements', 'objects', 'orders']) }}",
    )
}}

{%- set looked_at = changefeed.times_to_look_at(ref('changefeed_decoded'), ref('changefeed_read_batches'), ref('changefeed_statements')) -%}
{%- set run = changefeed.newest_read_batch(ref('changefeed_read_batches')) -%}

{%- if looked_at.since or looked_at.is_behind or changefeed.is_first_build() %}

{{ changefeed.written_once('stored.ranked_batch_id between ' ~ (looked_at.seen_batch_id + 1) ~ ' and ' ~ run) -}}

with {% if looked_at.changes -%}
ranks as (

    {{ changefeed.concurrent_ranks(changefeed.own_table('members'), changefeed.own_table('orders')) | indent(4) }}

),

ranked as (

    select distinct
        feed,
        ordered_at,
        topic,
        topic_incarnation,
        partition,
        offset,
        message_index,
        concurrent_rank,
        batch_id,
        decode_batch_id
    from ranks
    where not concurrent_rank <=> concurrent_rank_before

),

undecided as (

    select
        orders.*,
        size(orders.accesses) as changes,
        size(orders.orderings) as orders
    from {{ changefeed.own_table('orders') }} as orders
    left join (select distinct feed, ordered_at, is_circular from ranks) using (feed, ordered_at)
    where size(orders.orderings) <> 1 or is_circular

),

{% endif -%}
looked_at as (

    -- The row without a feed says how far a run has looked.
    select
        feed,
        ordered_at
    from values
        ('', cast(null as timestamp))
        {%- for feed, since in looked_at.since.items() %},
        ({{ changefeed.sql_string(feed) }}, {{ "timestamp '0001-01-01'" if since is none else 'timestamp_micros(' ~ since ~ ')' }})
        {%- endfor %}
        as looked_at (feed, ordered_at)

),

final as (

    select
        'looked_at' as what,
        feed,
        ordered_at,
        {%- for column, type in changefeed.columns_of_concurrent_changes().items() %}
        cast(null as {{ type }}) as {{ column }},
        {%- endfor %}
        cast({{ run }} as bigint) as ranked_batch_id
    from looked_at
    {%- if looked_at.changes %}

    union all

    select
        'rank' as what,
        feed,
        ordered_at,
        {%- for column, type in changefeed.columns_of_concurrent_changes().items() %}
        {{ column if column in ['topic', 'topic_incarnation', 'partition', 'offset', 'message_index', 'concurrent_rank', 'batch_id', 'decode_batch_id'] else 'cast(null as ' ~ type ~ ')' }} as {{ column }},
        {%- endfor %}
        cast({{ run }} as bigint) as ranked_batch_id
    from ranked

    union all

    select
        'undecided' as what,
        feed,
        ordered_at,
        {%- for column, type in changefeed.columns_of_concurrent_changes().items() %}
        {{ column if column in ['kind', 'source_database', 'source_schema', 'source_table', 'object', 'state_before', 'changes', 'orders'] else 'cast(null as ' ~ type ~ ')' }} as {{ column }},
        {%- endfor %}
        cast({{ run }} as bigint) as ranked_batch_id
    from undecided
    {%- endif %}

)

select * from final

{%- endif -%}
