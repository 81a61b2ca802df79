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

{%- if is_first or with_times or changefeed.is_far_behind(run, seen_batch_id) %}

{% if not is_first %}{{ changefeed.written_once('stored.decode_batch_id between ' ~ (seen_batch_id + 1) ~ ' and ' ~ run) }}{% endif -%}

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
        false as is_begun

    union all

    select
        feed,
        since,
        'declared' as cause,
        true as is_begun
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
        is_begun
    from (
        {{ changefeed.epochs_begun(log, known, restarts, with_times) | indent(8) }}
    )
    {%- endif %}

)

select
    *,
    cast({{ run }} as bigint) as decode_batch_id
from final

{%- endif -%}
