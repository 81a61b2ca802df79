{#- OMS's Debezium kind: the envelope is in payload, with or without a schema beside it. -#}
{%- macro oms_debezium_dialect() -%}
    {{- return(changefeed.oms_debezium_family('oms_debezium', 'Debezium', 'dbz.payload is null', 'payload')) -}}
{%- endmacro -%}
