{{
    config(
        materialized='fold',
        schema='internal',
        alias='folded_rows',
        partition_by=['table_bucket'],
        added_columns=['copies_missed'],
        tblproperties=changefeed.table_properties([
            'feed', 'source_database', 'source_schema', 'source_table', 'applied_batch_id', 'refold_batch_id',
            'changed_at', 'position.ordered_at', 'copies_missed',
        ], rewrites_rows=true),
        pre_hook="{{ changefeed.mark_requested_rows(this, ref('changefeed_refold_requests')) }}",
        post_hook=[
            "{{ changefeed.refold_marked_rows(this, ref('changefeed_ordered_changes'), ref('changefeed_event_actions'), ref('changefeed_table_actions'), ref('changefeed_table_renames'), ref('changefeed_redefined_keys'), source('changefeed_internal', 'sweeps'), ref('changefeed_table_reloads'), ref('changefeed_refold_requests')) }}",
            "{{ changefeed.ask_typed_facts() }}",
        ],
    )
}}
{#- overlay_with_paths() reads it. dbt must see the name while it parses the project. #}
{%- do ref('changefeed_feed_settings') -%}
{%- set removals = source('changefeed_internal', 'removals') -%}
{%- if execute and should_full_refresh() and changefeed.removed_batch_id(removals) -%}
    {%- do changefeed.refuse_rebuild_after_removal('a full refresh') -%}
{%- endif -%}
{%- set is_first = changefeed.is_first_build() -%}
{%- set changes = changefeed.ordered_log(
    ref('changefeed_decoded'), ref('changefeed_ordered_changes'), ref('changefeed_source_epochs'), ref('changefeed_concurrent_changes')
) -%}
{%- set applied_batch_id = 0 if is_first else changefeed.high_water(this, ['applied_batch_id'], once=true)[0] -%}
{%- set row_changes_are_new, keyless_are_new, parts_are_new, micros_before_1970 = changefeed.high_water(
    ref('changefeed_decoded'),
    ['decode_batch_id', 'if(size(key_columns) = 0, 1, 0)', 'if(is_partial, 1, 0)', '-coalesce(unix_micros(position.ordered_at), 0)'],
    where='decode_batch_id > ' ~ applied_batch_id ~ " and operation in ('" ~ changefeed.row_operations() | join("', '") ~ "')",
    question='new_changes',
    usual=[1, 1, 1, 0]
) -%}

{%- set events = ref('changefeed_event_actions') -%}
{%- set actions = ref('changefeed_table_actions') -%}
{%- set renames = ref('changefeed_table_renames') -%}
{%- set has_actions = changefeed.has_table_actions(events, source('changefeed_internal', 'sweeps'), ref('changefeed_table_reloads')) -%}
{%- if not has_actions -%}
    {%- set events, actions, renames = none, none, none -%}
{%- endif -%}
{%- set rebuilt = changefeed.rebuilt_tables(ref('changefeed_refold_requests'), applied_batch_id) -%}

{%- if row_changes_are_new or rebuilt or not execute -%}

{%- set has_keyless = keyless_are_new or rebuilt or not execute -%}
{%- set has_parts, has_sequences = [parts_are_new > 0, false] if is_first
    else changefeed.has_any(ref('changefeed_decoded'), ['is_partial', 'position.sequence is not null']) -%}
{%- set has_marked = not is_first and (
    changefeed.has_marked_rows(this) or 1 in changefeed.requested(ref('changefeed_refold_requests'), applied_batch_id)[:2]
) -%}
{#- Where no change has a sequence, a row that stands after a new change has the change's time or a later one. -#}
{%- set not_before = 'true' if has_sequences else 'stored.position.ordered_at >= timestamp_micros(' ~ -micros_before_1970 ~ ')' -%}

{%- set folded -%}
with changes as (

    {{ changefeed.row_changes(
        changes,
        which='decode_batch_id > ' ~ applied_batch_id ~ (' or is_rebuilt' if rebuilt else ''),
        actions=actions,
        renames=renames,
        rebuilt=rebuilt,
        redefined=ref('changefeed_redefined_keys')
    ) | indent(4) }}

)

{{ changefeed.folded_changes('changes', has_actions=has_actions, has_keyless=has_keyless, has_parts=has_parts) }}
{%- endset -%}

{{ changefeed.new_rows(folded, changefeed.columns_of_new_row()) if is_first else changefeed.merge_folded_rows(
    this, folded, rebuilt, has_actions, has_keyless, has_parts, not_before, has_marked
) }}

{%- endif -%}
