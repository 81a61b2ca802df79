{#- Whether the feed is ordered by that number. -#}
{%- macro oms_orders_by_sequence() -%}
coalesce(options['order'], '') <> 'kafka_time'
{%- endmacro -%}
