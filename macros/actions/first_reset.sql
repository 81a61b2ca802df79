{#-
The first truncate or drop of the table after a position (and before `until`, where it is given); NULL when there is
none.
-#}
{%- macro first_reset(position, actions, until=none) -%}
array_min(filter(
    transform({{ actions }}.resets, reset -> struct(
        coalesce(element_at(reset.positions, {{ changefeed.topic_partition(position) }}), reset.position) as position, reset.operation, reset.source_at
    )),
    reset -> {{ position }} < reset.position {%- if until %} and coalesce(reset.position < {{ until }}, true) {%- endif %}
))
{%- endmacro -%}
