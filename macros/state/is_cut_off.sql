{#- Whether a change at a position lies before the last truncate or drop of its table, or was swept away. -#}
{%- macro is_cut_off(position, actions) -%}
(
    coalesce({{ position }} < {{ changefeed.last_cut(position, actions) }}.position, false)
    or coalesce({{ position }}.ordered_at < {{ actions }}.swept_before, false)
)
{%- endmacro -%}


{#- The first truncate or drop of the table after a position, and where given before another; NULL when there is none. -#}
{%- macro first_cut(position, actions, until=none) -%}
array_min(filter(
    transform({{ actions }}.cuts, cut -> struct(
        coalesce(cut.places[{{ changefeed.place(position) }}], cut.position) as position, cut.operation, cut.source_at
    )),
    cut -> {{ position }} < cut.position {%- if until %} and coalesce(cut.position < {{ until }}, true) {%- endif %}
))
{%- endmacro -%}


{#- The last truncate or drop of the table, as the topic partition of a position saw it. -#}
{%- macro last_cut(position, actions) -%}
coalesce({{ actions }}.last_cut_by_place[{{ changefeed.place(position) }}], {{ actions }}.last_cut)
{%- endmacro -%}
