{{ config(materialized='log', schema='internal', alias='refold_requests') }}

{%- set is_first = changefeed.is_first_build() -%}
{%- set run = changefeed.newest_read_batch(ref('changefeed_read_batches')) -%}
{%- set seen_batch_id = 0 if is_first else changefeed.high_water(this, ['decode_batch_id'])[0] -%}
{%- set log = ref('changefeed_decoded') -%}
{%- set read_batches = ref('changefeed_read_batches') -%}
{%- set epochs = ref('changefeed_source_epochs') -%}
{%- set ranks = ref('changefeed_concurrent_changes') -%}
{%- set reloads = ref('changefeed_table_reloads') -%}
{%- set sweeps = source('changefeed_internal', 'sweeps') -%}
{%- set removals = source('changefeed_internal', 'removals') -%}
{%- set statements = ref('changefeed_statements') -%}
{%- set actions = ref('changefeed_event_actions') -%}
{%- set renames = ref('changefeed_table_renames') -%}
{%- set table_actions = ref('changefeed_table_actions') -%}
{%- set ordered = ref('changefeed_ordered_changes') -%}
{%- set redefined_keys = ref('changefeed_redefined_keys') -%}

{#- The first build needs no requests: the folds then read the whole log. -#}
{%- set requests = [] if is_first or run <= seen_batch_id else changefeed.new_refold_requests(run, seen_batch_id, {
    'log': log, 'ordered': ordered, 'read_batches': read_batches, 'epochs': epochs, 'ranks': ranks, 'reloads': reloads, 'sweeps': sweeps, 'removals': removals,
    'statements': statements, 'actions': actions, 'renames': renames, 'table_actions': table_actions, 'redefined_keys': redefined_keys,
}) -%}

{%- if is_first or requests or changefeed.is_far_behind(run, seen_batch_id) %}

{{ changefeed.written_once('stored.decode_batch_id between ' ~ (seen_batch_id + 1) ~ ' and ' ~ run) -}}

with final as (

    -- The row without a reason says how far a run has looked.
    {{ changefeed.refold_request('select 1', none) | indent(4) }}
    {%- for request in requests %}

    union all

    {{ request | indent(4) }}
    {%- endfor %}

)

select
    *,
    cast({{ run }} as bigint) as decode_batch_id
from final

{%- endif -%}
