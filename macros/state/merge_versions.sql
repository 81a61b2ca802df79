{#-
Merges new versions into the stored ones. A version is known by its row and by the position of the change that opened it.
- A late version is not stored. It marks its row, and the row is followed through the log again.
- A version whose image lies over the image of another key has no image until its row is followed through the log again.
- Where a copy was read before its original, the version of the copy becomes the version of the original.
- Where tables are rebuilt (has_gone), the versions that are gone are deleted.
-#}
{%- macro merge_versions(versions, sql, has_gone=false, is_refold=false) -%}
{%- set columns = changefeed.columns_of_new_version() -%}
{%- set identity = changefeed.identity_columns() -%}
merge into {{ versions }} as stored
using (
    {{ sql }}
) as new
on
    {{ changefeed.is_same_change('stored.position', 'new.position') }}
    {%- for column in identity %}
    and stored.{{ column }} = new.{{ column }}
    {%- endfor %}
{%- if has_gone %}
when matched and new.is_gone then delete
{%- endif %}
when matched then update set
    {%- for column, value in columns.items() if column not in identity + ['table_bucket', 'refold_batch_id'] %}
    {{ column }} = {{ value }},
    {%- endfor %}
    refold_batch_id = if(new.is_late or new.needs_base, new.applied_batch_id, {{ 'null' if is_refold else 'stored.refold_batch_id' }})
when not matched then insert ({{ columns | join(', ') }})
values ({{ columns.values() | join(', ') }})
{%- endmacro -%}


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
