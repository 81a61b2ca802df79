{#- OMS's kind Debezium: `payload` has the envelope, with a schema beside it or without. -#}
{%- macro oms_debezium_dialect() -%}
    {{- return(changefeed.oms_debezium_family('oms_debezium', 'Debezium', 'dbz.payload is null', 'payload')) -}}
{%- endmacro -%}
