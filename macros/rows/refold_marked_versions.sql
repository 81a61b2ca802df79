{#-
Follows the marked rows through the whole log again: all their versions. Where changes were removed from the log
(has_removed), the versions of these changes stand in for them. Where partial images moved between keys, the rows that
they connect are marked as well, and the images are accumulated from all their changes, in order.
-#}
{%- macro refold_marked_versions(versions, log, events, actions, renames, redefined, sweeps, reloads, removals, epochs, ranks, requests) -%}
{%- if changefeed.has_marked_rows(versions) -%}
{%- do changefeed.compile_plans(unless='has_small_logs') -%}
{%- if not changefeed.has_table_actions(events, sweeps, reloads) -%}
    {%- set actions, renames = none, none -%}
{%- endif -%}
{%- set has_removed = changefeed.has_removed_changes(removals) -%}
{%- set has_moves = changefeed.mark_connected_rows(versions, log, actions, renames, redefined) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
{%- set refolded -%}
with {{ changefeed.marked_changes(versions, log, actions, renames, redefined, has_moves, has_removed, epochs, ranks) }},
entries as (
    {{ changefeed.version_entries('marked_changes') | indent(4) }}
)
{%- if has_moves %},
accumulated_entries as (
    select
        entries.* except (image, is_whole, is_moved),
        coalesce(accumulated.image, entries.image) as image,
        true as is_whole,
        false as is_moved
    from entries
    left join accumulated using ({{ identity }}, position)
)
{%- endif %},
chain as (
    {{ changefeed.version_chain('accumulated_entries' if has_moves else 'entries', actions) | indent(4) }}
),
gone as (
    select stored.*
    from {{ versions }} as stored
    left semi join (select {{ identity }} from {{ versions }} where refold_batch_id is not null) as marked
        on true {{ changefeed.same_row('stored', 'marked') }}
    left anti join chain
        on stored.position = chain.position {{ changefeed.same_row('stored', 'chain') }}
)
{#- As of now, for whoever looks for rows of which a version changed since a run. -#}
{%- set batch = changefeed.high_water(changefeed.relation_of('changefeed_decoded'), ['decode_batch_id']) + changefeed.high_water(requests, ['decode_batch_id'], once=true) -%}
{%- set columns = identity ~ ', key_columns, operation, position, closed_position, valid_from, valid_to, row, copies, is_deleted' %}
select {{ columns }}, needs_base, {{ batch | max }}L as applied_batch_id, false as is_late, false as is_gone
from chain
union all
select {{ columns }}, false as needs_base, applied_batch_id, false as is_late, true as is_gone
from gone
{%- endset -%}
{{ changefeed.merge_versions(versions, refolded, has_gone=true, is_refold=true) }}
{%- endif -%}
{%- endmacro -%}
