{#- OMS's kind DebeziumFlatten: the message is Debezium's envelope, without schema and payload around it. -#}
{%- macro oms_debezium_flatten_dialect() -%}
    {{- return(changefeed.oms_debezium_family('oms_debezium_flatten', 'DebeziumFlatten', 'dbz.payload is not null', 'bare')) -}}
{%- endmacro -%}
