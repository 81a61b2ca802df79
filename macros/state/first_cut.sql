{#- The first truncate or drop of the table after a position, and where given before another; NULL when there is none. -#}
{%- macro first_cut(position, actions, until=none) -%}
array_min(filter(
    transform({{ actions }}.cuts, cut -> struct(
        coalesce(cut.places[{{ changefeed.place(position) }}], cut.position) as position, cut.operation, cut.source_at
    )),
    cut -> {{ position }} < cut.position {%- if until %} and coalesce(cut.position < {{ until }}, true) {%- endif %}
))
{%- endmacro -%}
