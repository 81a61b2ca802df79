{{
    config(
        materialized='fold',
        schema='internal',
        alias='versions',
        partition_by=['table_bucket'],
        tblproperties=changefeed.table_properties([
            'feed', 'source_database', 'source_schema', 'source_table', 'applied_batch_id', 'refold_batch_id',
            'valid_from', 'valid_to',
        ], rewrites_rows=true),
        pre_hook="{{ changefeed.mark_requested_rows(this, ref('changefeed_refold_requests'), true) }}",
        post_hook="{{ changefeed.refold_marked_versions(this, ref('changefeed_ordered_changes'), ref('changefeed_event_actions'), ref('changefeed_table_actions'), ref('changefeed_table_renames'), ref('changefeed_redefined_keys'), source('changefeed_internal', 'sweeps'), ref('changefeed_table_reloads'), source('changefeed_internal', 'removals'), ref('changefeed_source_epochs'), ref('changefeed_concurrent_changes'), ref('changefeed_refold_requests')) }}",
    )
}}

{%- set is_first = changefeed.is_first_build() -%}
{%- set feeds = changefeed.history_feeds(ref('changefeed_feed_settings')) -%}
{%- set decoded, ordered = ref('changefeed_decoded'), ref('changefeed_ordered_changes') -%}
{%- set epochs, ranks = ref('changefeed_source_epochs'), ref('changefeed_concurrent_changes') -%}
{%- set log = changefeed.ordered_log(decoded, ordered, epochs, ranks) if feeds else ordered -%}
{%- set sweeps = source('changefeed_internal', 'sweeps') -%}
{%- set events = ref('changefeed_event_actions') -%}
{%- set renames = ref('changefeed_table_renames') -%}
{%- set removals = source('changefeed_internal', 'removals') -%}
{%- set actions = ref('changefeed_table_actions') -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
{%- set applied_batch_id = 0 if is_first or not feeds else changefeed.high_water(this, ['applied_batch_id'], once=true)[0] -%}
{%- set rebuilt = changefeed.rebuilt_tables(ref('changefeed_refold_requests'), applied_batch_id) if feeds else '' -%}
{#-
Where tables are rebuilt from a log from which changes were removed, the versions of these changes stay. They keep the
name that their table had.
-#}
{%- set has_removed_versions = rebuilt and changefeed.has_removed_changes(removals) -%}
{%- set is_of_them = 'feed in (' ~ changefeed.sql_strings(feeds) ~ ')' -%}
{%- set row_changes_are_new = feeds and changefeed.high_water(decoded, ['decode_batch_id'], where='decode_batch_id > ' ~ applied_batch_id
    ~ ' and ' ~ is_of_them ~ " and operation in ('" ~ changefeed.row_operations() | join("', '") ~ "')", question='new_changes', usual=[1])[0] > 0 -%}

{%- if row_changes_are_new or rebuilt or not execute -%}

{%- if not changefeed.has_table_actions(events, sweeps, ref('changefeed_table_reloads')) -%}
    {%- set actions, renames = none, none -%}
{%- endif -%}

{%- set new_versions -%}
with changes as (

    select *
    from (
        {{ changefeed.row_changes(
            log,
            which=is_of_them ~ ' and (decode_batch_id > ' ~ applied_batch_id ~ (' or is_rebuilt' if rebuilt else '') ~ ')',
            actions=actions,
            renames=renames,
            rebuilt=rebuilt,
            redefined=ref('changefeed_redefined_keys')
        ) | indent(8) }}
    )
    where {{ changefeed.has_history(feeds) }}

),
{% if rebuilt %}
all_versions as (

    {{ changefeed.with_is_rebuilt('select * from ' ~ this, rebuilt) | indent(4) }}

),

standing as (

    select * from all_versions where not is_rebuilt

),
{% endif %}
{%- if not is_first %}
-- The last version of each row that changed. A change that stands before it in order is late.
last as (

    select
        versions.*,
        touched.first_position <= versions.position
        or {{ changefeed.has_same_sequence('touched.first_position', 'versions.position') }} as is_late
    from {{ 'standing' if rebuilt else this }} as versions
    inner join (
        select
            {{ identity }},
            min(position) as first_position
        from changes
        group by {{ identity }}
    ) as touched using ({{ identity }})
    where versions.closed_position is null

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
        {{ changefeed.with_is_rebuilt(changefeed.removed_changes(this, log, ['feed']), rebuilt) | indent(8) }}
    )
    where is_rebuilt
    {%- endif %}

)
{%- if rebuilt %},

gone as (

    select stored.*
    from all_versions as stored
    left anti join final as new
        on
            stored.position = new.position
            {%- for column in changefeed.identity_columns() %}
            and stored.{{ column }} = new.{{ column }}
            {%- endfor %}
    where stored.is_rebuilt

)

select
    *,
    false as is_gone
from final

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
    false as is_late,
    true as is_gone
from gone
{%- else %}

select * from final
{%- endif %}
{%- endset -%}

{{ changefeed.new_rows(new_versions, changefeed.columns_of_new_version()) if is_first else changefeed.merge_versions(this, new_versions, has_gone=rebuilt != '') }}

{%- endif -%}
