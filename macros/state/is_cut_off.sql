{#- Whether a change at a position lies before the last truncate or drop of its table, or was swept away. -#}
{%- macro is_cut_off(position, actions) -%}
(
    coalesce({{ position }} < {{ changefeed.last_cut(position, actions) }}.position, false)
    or coalesce({{ position }}.ordered_at < {{ actions }}.swept_before, false)
)
{%- endmacro -%}
