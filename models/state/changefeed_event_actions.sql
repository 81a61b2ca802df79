{{ config(materialized='derived', alias='event_actions') }}

{%- set events = ref('changefeed_table_events') -%}
{%- set made_of = changefeed.made_of(events, source('changefeed', 'sweeps')) -%}

{%- if changefeed.is_to_be_made(made_of) %}

with actions as (

    select
        events.feed,
        action.*,
        action_index,
        events.operation,
        events.statement,
        events.source_at,
        events.position,
        events.decode_batch_id,
        {{ changefeed.place('events.position') }} as place
    from {{ events }} as events
    lateral view posexplode(
        {{ changefeed.understood_actions() | indent(8) }}
    ) as action_index, action
    where action.source_table <> ''

),

-- A statement that is delivered again in a partition counts where it came last.
delivered as (

    select
        * except (position, decode_batch_id),
        max(position) as position,
        max(decode_batch_id) as decode_batch_id
    from actions
    group by all

),

-- One statement may come in every partition: it cuts each at its own place, and the others at its first.
final as (

    select
        * except (position, place, decode_batch_id),
        min(position) as position,
        if(count(*) > 1, map_from_entries(collect_list(struct(place, position))), map()) as places,
        max(decode_batch_id) as decode_batch_id
    from delivered
    group by all

)

select
    *,
    {{ changefeed.sql_string(made_of) }} as made_of
from final

{%- endif -%}
