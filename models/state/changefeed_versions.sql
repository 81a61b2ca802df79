{{
    config(
        materialized='fold',
        keeps_versions=true,
        alias='versions',
        partition_by=['feed', 'source_table'],
        tblproperties={
            'delta.enableDeletionVectors': 'true',
            'delta.dataSkippingStatsColumns': 'applied_batch_id,refold_batch_id,valid_from,valid_to',
        },
    )
}}

{%- set is_first = changefeed.is_first_build() -%}
{%- set log = ref('changefeed_decoded') -%}
{%- set windows = ref('changefeed_windows') -%}
{%- set events = ref('changefeed_event_actions') -%}
{%- set renames = ref('changefeed_table_renames') -%}
{%- set removals = source('changefeed', 'removals') -%}
{%- set actions = ref('changefeed_table_actions') -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
{%- set feeds = changefeed.history_feeds(ref('changefeed_feed_settings')) -%}
{%- set applied_batch_id = 0 if is_first or not feeds else changefeed.high_water(this, ['applied_batch_id'])[0] -%}
{%- set rebuilt = changefeed.rebuilt_tables(this, windows, events, renames, removals, applied_batch_id) if feeds else [] -%}
{#- Where tables are rebuilt from a log that lacks changes, the versions of these stay, by the name that their table had. -#}
{%- set has_removed_versions = rebuilt and changefeed.has_removed_changes(removals) -%}
{%- set is_of_them = "feed in ('" ~ feeds | join("', '") ~ "')" -%}
{%- set row_changes_are_new = feeds and changefeed.high_water(log, ['decode_batch_id'], where='decode_batch_id > ' ~ applied_batch_id
    ~ ' and ' ~ is_of_them ~ " and operation in ('" ~ changefeed.row_operations() | join("', '") ~ "')")[0] > 0 -%}

{%- if row_changes_are_new or rebuilt or not execute -%}

{%- if not changefeed.has_table_actions(events, source('changefeed', 'sweeps')) -%}
    {%- set actions, renames = none, none -%}
{%- endif -%}

{%- set new_versions -%}
with changes as (

    select *
    from (
        {{ changefeed.row_changes(
            log,
            which=is_of_them ~ ' and (decode_batch_id > ' ~ applied_batch_id ~ (' or ' ~ changefeed.is_rebuilt(rebuilt) if rebuilt else '') ~ ')',
            actions=actions,
            renames=renames
        ) | indent(8) }}
    )
    where {{ changefeed.has_history(feeds) }}

),
{% if not is_first %}
-- The last version of each row that changed; what comes before it comes late.
last as (

    select
        versions.*,
        touched.first_position <= versions.position
        or {{ changefeed.has_same_sequence('touched.first_position', 'versions.position') }} as is_late
    from {{ this }} as versions
    inner join (
        select
            {{ identity }},
            min(position) as first_position
        from changes
        group by {{ identity }}
    ) as touched using ({{ identity }})
    where
        versions.closed_position is null
        {%- if rebuilt %}
        and not {{ changefeed.is_rebuilt(rebuilt, 'versions') }}
        {%- endif %}

),

timely_changes as (

    select *
    from changes
    left anti join (select * from last where is_late) using ({{ identity }})

),
{% endif %}
entries as (

    {{ changefeed.version_entries('changes' if is_first else 'timely_changes') | indent(4) }}
    {%- if not is_first %}

    union all

    select
        {{ identity }},
        key_columns,
        operation,
        position,
        valid_from as at,
        row as image,
        true as is_whole,
        false as is_moved,
        is_deleted,
        copies as copies_added,
        0 as copies_dipped,
        applied_batch_id
    from last
    where not is_late
    {%- endif %}

),

final as (

    select
        chain.*,
        false as is_late
    from (
        {{ changefeed.version_chain('entries', actions) | indent(8) }}
    ) as chain
    {%- if not is_first %}

    union all

    select
        {{ identity }},
        key_columns,
        operation,
        position,
        closed_position,
        valid_from,
        valid_to,
        row,
        copies,
        is_deleted,
        false as needs_base,
        applied_batch_id,
        true as is_late
    from last
    where is_late
    {%- endif %}
    {%- if has_removed_versions %}

    union all

    select
        {{ identity }},
        key_columns,
        operation,
        position,
        closed_position,
        valid_from,
        valid_to,
        row,
        copies,
        is_deleted,
        false as needs_base,
        applied_batch_id,
        false as is_late
    from (
        {{ changefeed.removed_changes(this, log, ['feed']) | indent(8) }}
    ) as versions
    where {{ changefeed.is_rebuilt(rebuilt, 'versions') }}
    {%- endif %}

)

select * from final
{%- endset -%}

{{ changefeed.merge_versions(this, new_versions, rebuilt) }}

{%- endif -%}
