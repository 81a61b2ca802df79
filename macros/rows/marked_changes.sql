{#-
The CTEs with which every fold of marked rows begins: marked_changes, all changes of these rows in the log, and, where
partial images moved between the rows, their accumulated images. Where changes were removed from the log (has_removed),
the versions of such changes stand in for them: each is a change to the whole row that it holds.
-#}
{%- macro marked_changes(rows, log, actions, renames, redefined, has_moves, has_removed=false, epochs=none, ranks=none) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
changes as (
    {{ changefeed.row_changes(log, actions=actions, renames=renames, redefined=redefined) | indent(4) }}
),
{{ 'changes_left' if has_removed else 'marked_changes' }} as (
    select changes.* from changes
    left semi join (select {{ identity }} from {{ rows }} where refold_batch_id is not null) using ({{ identity }})
)
{%- if has_removed %},
marked_changes as (
    {%- set columns = 'key_columns, previous_row_key, is_partial, operation, before, after, source_at, position, decode_batch_id' %}
    {%- set columns = columns ~ (', table_actions' if actions else '') %}
    select {{ identity }}, {{ columns }} from changes_left
    union all
    select {{ identity }}, {{ columns }}
    from (
        {{ changefeed.with_order(
            '(' ~ changefeed.removed_changes(rows, 'changes_left', changefeed.identity_columns()) ~ ')', epochs, ranks, record='log.position'
        ) | indent(8) }}
    )
    left semi join (select {{ identity }} from {{ rows }} where refold_batch_id is not null) using ({{ identity }})
    {%- if actions %}
    left join ({{ changefeed.actions_of_tables(actions) }}) using ({{ changefeed.source_table_columns() | join(', ') }})
    {%- endif %}
)
{%- endif %}
{%- if has_moves %},
accumulated as (
    {{ changefeed.accumulated_images('marked_changes', has_actions=actions is not none) | indent(4) }}
)
{%- endif %}
{%- endmacro -%}
