{#-
Folds the marked rows again from the whole log, in order. Where partial images moved between keys, the rows that they connect
are marked as well, and their images come from one walk through all their changes.
-#}
{%- macro refold_marked_rows(rows, log, actions=none, renames=none) -%}
{%- set has_moves = changefeed.mark_connected_rows(rows, log) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
merge into {{ rows }} as stored
using (
    with marked as (
        select {{ identity }} from {{ rows }} where refold_batch_id is not null
    ),
    changes as (
        {{ changefeed.row_changes(log, actions=actions, renames=renames) | indent(8) }}
    ),
    marked_changes as (
        select changes.* from changes left semi join marked using ({{ identity }})
    ),
    folded as (
        {{ changefeed.folded_changes('marked_changes', has_actions=actions is not none) | indent(8) }}
    )
    {%- if has_moves %},
    walked as (
        {{ changefeed._walked_images('marked_changes') | indent(8) }}
    )
    select folded.* except (row), coalesce(walked.row, folded.row) as row
    from folded
    left join walked using ({{ identity }})
    {%- else %}
    select * from folded
    {%- endif %}
) as new
on
    stored.refold_batch_id is not null
    {%- for column in changefeed.identity_columns() %}
    and stored.{{ column }} = new.{{ column }}
    {%- endfor %}
when matched then update set
    key_columns = new.key_columns,
    copies = new.copies,
    is_deleted = new.is_deleted,
    row = new.row,
    operation = new.operation,
    changed_at = new.changed_at,
    position = new.position,
    settled_position = new.settled_position,
    refold_batch_id = null
{%- endmacro -%}


{#- The image of each key after all changes of its table, walked through in order: what a partial image lacks it takes from the key it came from. -#}
{%- macro _walked_images(changes) -%}
{%- set table = (changefeed.identity_columns() | reject('equalto', 'row_key') | join(', ')) -%}
{%- set base = 'coalesce(rows[if(change.is_partial, coalesce(change.previous_row_key, change.row_key), change.row_key)], cast(map() as map<string,string>))' -%}
select {{ table }}, row_key, row
from (
    select
        {{ table }},
        aggregate(
            array_sort(
                collect_list(named_struct(
                    'position', position, 'row_key', row_key, 'previous_row_key', previous_row_key, 'is_partial', is_partial,
                    'is_whole', after is not null and not is_partial,
                    'image', coalesce(after, before, cast(map() as map<string,string>))
                )),
                (one, other) -> case when one.position < other.position then -1 when one.position > other.position then 1 else 0 end
            ),
            cast(map() as map<string,map<string,string>>),
            (rows, change) -> map_concat(
                map_filter(rows, (row_key, row) -> row_key <> change.row_key),
                map(change.row_key, if(change.is_whole, change.image, {{ changefeed.overlay(base, 'change.image') }}))
            )
        ) as rows
    from {{ changes }}
    where size(key_columns) > 0
    group by {{ table }}
)
lateral view explode(rows) as row_key, row
{%- endmacro -%}
