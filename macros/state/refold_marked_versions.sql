{#-
Follows the marked rows through the whole log again: all their versions. Those whose changes were removed from it (has_removed)
stand in for these. Where partial images moved between keys, the rows that they connect are marked as well, and the images come
from one walk through all their changes.
-#}
{%- macro refold_marked_versions(versions, log, events, actions, renames, sweeps, removals) -%}
{%- if changefeed.has_marked_rows(versions) -%}
{%- if not changefeed.has_table_actions(events, sweeps) -%}
    {%- set actions, renames = none, none -%}
{%- endif -%}
{%- set has_removed = changefeed.has_removed_changes(removals) -%}
{%- set has_moves = changefeed.mark_connected_rows(versions, log, actions, renames) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
{%- set all_versions -%}
with {{ changefeed.marked_changes(versions, log, actions, renames, has_moves, has_removed) }},
entries as (
    {{ changefeed.version_entries('marked_changes') | indent(4) }}
)
{%- if has_moves %},
walked_entries as (
    select
        entries.* except (image, is_whole, is_moved),
        coalesce(walked.image, entries.image) as image,
        true as is_whole,
        false as is_moved
    from entries
    left join walked using ({{ identity }}, position)
)
{%- endif %}
select chain.*, false as is_late from (
    {{ changefeed.version_chain('walked_entries' if has_moves else 'entries', actions) | indent(4) }}
) as chain
{%- endset -%}
{{ changefeed.merge_versions(versions, all_versions, is_refold=true) }}
{%- endif -%}
{%- endmacro -%}
