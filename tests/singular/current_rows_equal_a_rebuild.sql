{{
    config(
        tags=['changefeed_daily'],
        description='A sample of rows (the dbt variable changefeed_sampled_share of all keys, other ones each day), folded again from the whole log, is what folded_rows holds.'
    )
}}

{%- set removed_batch_id = changefeed.removed_batch_id(source('changefeed_internal', 'removals'), 'changes') %}
{%- set identity = changefeed.identity_columns() | join(', ') %}
{%- set actions = ref('changefeed_table_actions') %}
{%- set has_actions = changefeed.has_table_actions(
    ref('changefeed_event_actions'), source('changefeed_internal', 'sweeps'), ref('changefeed_table_reloads')
) %}
{%- set renames = ref('changefeed_table_renames') %}
{%- set share = var('changefeed_sampled_share', 0.01) %}
{%- set is_sampled = "pmod(xxhash64(row_key, current_date()), 1000000) < " ~ (share * 1000000) | int %}

-- Rows that depend on other rows (partial images that moved) are left out.
with changes as (

    select * from (
        {{ changefeed.row_changes(ref('changefeed_ordered_changes'), actions=actions if has_actions else none, renames=renames if has_actions else none) | indent(8) }}
    )
    where {{ is_sampled }}

),

folded as (

    {{ changefeed.folded_changes('changes', has_actions=has_actions) | indent(4) }}

)

select
    {{ identity }},
    rows.position as found,
    folded.position as expected
from {{ ref('changefeed_folded_rows') }} as rows
full outer join folded using ({{ identity }})
where
    {{ is_sampled }}
    and not coalesce(folded.needs_base, false)
    and {{ removed_batch_id }} = 0
    and (
        rows.position is null
        or folded.position is null
        or rows.position <> folded.position
        or rows.is_deleted <> folded.is_deleted
        or rows.copies <> folded.copies
        or (
            not folded.is_moved_away
            and not (rows.is_deleted and size(rows.row) = 0) -- `maintain --keep-deleted` took its image
            and to_json(array_sort(map_entries(rows.row))) <> to_json(array_sort(map_entries(folded.row)))
        )
    )
