{{ config(materialized='log', schema='internal', alias='table_reloads') }}

{%- set log, read_batches, epochs = ref('changefeed_decoded'), ref('changefeed_read_batches'), ref('changefeed_source_epochs') -%}
{%- set is_first = changefeed.is_first_build() -%}
{%- set run = changefeed.newest_read_batch(read_batches) -%}
{%- set seen_batch_id = 0 if is_first else changefeed.high_water(this, ['decode_batch_id'])[0] -%}

{%- set feeds = changefeed.feeds_with_reloads(log, read_batches, epochs, none if is_first else this, seen_batch_id) if run > seen_batch_id else [] -%}

{%- if is_first or feeds or changefeed.is_far_behind(run, seen_batch_id) %}

{{ changefeed.written_once('stored.decode_batch_id between ' ~ (seen_batch_id + 1) ~ ' and ' ~ run) -}}

with final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        '' as source_database,
        '' as source_schema,
        '' as source_table,
        0 as epoch,
        cast(null as timestamp) as since,
        false as is_valid
    {%- if feeds %}

    union all

    {{ changefeed.new_reloads(log, epochs, none if is_first else this, feeds) | indent(4) }}
    {%- endif %}

)

select
    *,
    cast({{ run }} as bigint) as decode_batch_id
from final

{%- endif -%}
