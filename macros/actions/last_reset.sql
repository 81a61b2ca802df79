{#- The last truncate or drop of the table, as the topic partition of a position has it. -#}
{%- macro last_reset(position, actions) -%}
coalesce(element_at({{ actions }}.last_reset_by_partition, {{ changefeed.topic_partition(position) }}), {{ actions }}.last_reset)
{%- endmacro -%}
