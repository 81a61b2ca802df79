{{ config(materialized='log', schema='internal', alias='source_epochs') }}

{%- set log, read_batches = ref('changefeed_decoded'), ref('changefeed_read_batches') -%}
{%- set restarts = source('changefeed_internal', 'restarts') -%}
{%- set is_first = changefeed.is_first_build() -%}
{%- set run = changefeed.newest_read_batch(read_batches) -%}
{%- set seen_batch_id = 0 if is_first else changefeed.high_water(this, ['decode_batch_id'])[0] -%}
{%- set known = none if is_first else this -%}

{%- set feeds = changefeed.feeds_to_look_at(log, read_batches, seen_batch_id) if run > seen_batch_id else [] -%}
{%- set with_times = feeds | selectattr('first_at') | list -%}
{%- do with_times.extend(changefeed.feeds_declared_anew(restarts, this, with_times)) if run > seen_batch_id and not is_first and changefeed.has_declarations(read_batches) -%}

{%- set of_servers = changefeed.servers_to_look_at(log, known, seen_batch_id) if run > seen_batch_id else [] -%}
{%- set moved = of_servers | selectattr('has_several') | map(attribute='feed') | list -%}

{%- if is_first or with_times or of_servers or changefeed.is_far_behind(run, seen_batch_id) %}

{{ changefeed.written_once('stored.decode_batch_id between ' ~ (seen_batch_id + 1) ~ ' and ' ~ run) -}}

with declared as (

    select distinct
        feed,
        since
    from {{ restarts }}

),

final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        cast(null as timestamp) as since,
        cast(null as string) as cause,
        false as is_begun,
        cast(null as string) as source_server

    union all

    select
        feed,
        since,
        'declared' as cause,
        true as is_begun,
        null as source_server
    from declared
    {%- if known %}
    left anti join (select feed, since from {{ known }} where cause = 'declared') using (feed, since)
    {%- endif %}
    {%- if with_times %}

    union all

    select
        feed,
        since,
        'snapshot' as cause,
        is_begun,
        null as source_server
    from (
        {{ changefeed.epochs_begun(log, known, restarts, with_times) | indent(8) }}
    )
    {%- endif %}
    {%- if of_servers %}

    union all

    -- The servers that are known: a later run compares with them.
    select
        feed,
        null as since,
        'server' as cause,
        false as is_begun,
        source_server
    from (
        {{ changefeed.new_servers(log, seen_batch_id) | indent(8) }}
    )
    {%- if known %}
    left anti join (select feed, source_server from {{ known }} where source_server is not null) using (feed, source_server)
    {%- endif %}
    {%- endif %}
    {%- if moved %}

    union all

    select
        feed,
        since,
        'server' as cause,
        is_begun,
        null as source_server
    from (
        {{ changefeed.epochs_of_servers(log, known, moved) | indent(8) }}
    )
    {%- endif %}

)

select
    *,
    cast({{ run }} as bigint) as decode_batch_id
from final

{%- endif -%}
