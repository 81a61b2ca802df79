{{ config(materialized='log', schema='internal', alias='redefined_keys') }}

{%- set log, ordered = ref('changefeed_decoded'), ref('changefeed_ordered_changes') -%}
{%- set events, actions, renames = ref('changefeed_event_actions'), ref('changefeed_table_actions'), ref('changefeed_table_renames') -%}
{%- set sweeps, reloads = source('changefeed_internal', 'sweeps'), ref('changefeed_table_reloads') -%}
{%- set is_first = changefeed.is_first_build() -%}
{%- set run = changefeed.newest_read_batch(ref('changefeed_read_batches')) -%}
{%- set seen_batch_id = 0 if is_first else changefeed.high_water(this, ['decode_batch_id'])[0] -%}
{%- set known = none if is_first else this -%}
{%- set has_actions = changefeed.has_table_actions(events, sweeps, reloads) -%}
{%- set found = changefeed.tables_with_other_keys(log, known, events if has_actions else none, seen_batch_id) if run > seen_batch_id else [] -%}
{%- set redefined = found | selectattr('is_redefined') | list -%}
{%- set columns = changefeed.source_table_columns() | join(', ') -%}

{%- if is_first or found or changefeed.is_far_behind(run, seen_batch_id) %}

{{ changefeed.written_once('stored.decode_batch_id between ' ~ (seen_batch_id + 1) ~ ' and ' ~ run) -}}

with final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        '' as source_database,
        '' as source_schema,
        '' as source_table,
        cast(null as string) as what,
        cast(null as array<string>) as key_columns
    {%- if found %}

    union all

    select
        {{ columns }},
        'seen' as what,
        key_columns
    from ({{ changefeed.keys_in_log(log, seen_batch_id) | indent(4) }})
    {%- if known %}
    left anti join (select * from {{ known }} where what = 'seen') using ({{ columns }}, key_columns)
    {%- endif %}
    {%- endif %}
    {%- if redefined %}

    union all

    select
        {{ columns }},
        'present' as what,
        max_by(key_columns, position) as key_columns
    from (
        {{ changefeed.row_changes(
            '(select * from ' ~ ordered ~ ' where size(key_columns) > 0 and (' ~ changefeed.is_one_of_tables(redefined) ~ '))',
            actions=actions if has_actions else none,
            renames=renames if has_actions else none
        ) | indent(8) }}
    )
    {%- if known %}
    left join ({{ changefeed.present_keys(known) | indent(4) }}) using ({{ columns }})
    {%- endif %}
    group by {{ columns }}
    having count(distinct key_columns) > 1 {{- ' or max(present_key) is not null' if known }}
    {%- endif %}

)

select
    *,
    cast({{ run }} as bigint) as decode_batch_id
from final

{%- endif -%}
