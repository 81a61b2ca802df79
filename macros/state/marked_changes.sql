{#-
The CTEs that every fold of marked rows begins with: marked_changes, all changes of these rows in the log, and, where partial images
moved between them, walked, their images.
-#}
{%- macro marked_changes(rows, log, actions, renames, has_moves) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
changes as (
    {{ changefeed.row_changes(log, actions=actions, renames=renames) | indent(4) }}
),
marked_changes as (
    select changes.* from changes
    left semi join (select {{ identity }} from {{ rows }} where refold_batch_id is not null) using ({{ identity }})
)
{%- if has_moves %},
walked as (
    {{ changefeed.walked_images('marked_changes', has_actions=actions is not none) | indent(4) }}
)
{%- endif %}
{%- endmacro -%}
