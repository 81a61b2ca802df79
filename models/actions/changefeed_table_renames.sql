{{ config(materialized='derived', schema='internal', alias='table_renames') }}

{%- set events = ref('changefeed_table_events') -%}
{%- set fingerprint = changefeed.fingerprint(
    events, source('changefeed_internal', 'sweeps'), ref('changefeed_table_reloads'), ref('changefeed_source_tables'),
    ref('changefeed_ordered_changes'), ref('changefeed_event_actions'), ref('changefeed_sent_types')
) -%}
{%- set actions = ref('changefeed_event_actions') -%}

{%- if changefeed.is_stale(fingerprint) %}

with feeds as (

    select distinct feed
    from {{ actions }}
    where action = 'rename_table'

)

select
    actions.feed,
    {{ changefeed.in_order(
        'collect_list(struct(
            actions.position,
            actions.action_index,
            actions.action,
            actions.source_database,
            actions.source_schema,
            actions.source_table,
            actions.new_database,
            actions.new_schema,
            actions.new_table,
            actions.positions
        ))',
        by=['position', 'action_index']
    ) | indent(4) }} as renames,
    {{ changefeed.sql_string(fingerprint) }} as fingerprint
from {{ actions }} as actions
left semi join feeds on actions.feed = feeds.feed
where actions.action in ('rename_table', 'drop_table')
group by actions.feed

{%- endif -%}
