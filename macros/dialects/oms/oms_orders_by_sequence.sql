{#- Whether the feed is ordered by the number of OMS (oms_sequence()). -#}
{%- macro oms_orders_by_sequence() -%}
coalesce(options['order'], '') <> 'kafka_time'
{%- endmacro -%}
