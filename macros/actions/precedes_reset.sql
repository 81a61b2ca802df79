{#- Whether a change at a position lies before the last truncate or drop of its table, or was swept away. -#}
{%- macro precedes_reset(position, actions) -%}
(
    coalesce({{ position }} < {{ changefeed.last_reset(position, actions) }}.position, false)
    or coalesce({{ position }}.ordered_at < {{ actions }}.swept_before, false)
)
{%- endmacro -%}
