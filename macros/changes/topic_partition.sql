{#- The topic partition of a position, as one text. -#}
{%- macro topic_partition(position) -%}
concat_ws('/', {{ position }}.topic, {{ position }}.topic_incarnation, {{ position }}.partition)
{%- endmacro -%}
