{#- The bytes of the header in which Debezium names the key before a change of key; NULL where there is none. -#}
{%- macro old_key_header() -%}
get(filter(headers, header -> header.key = '__debezium.oldkey'), 0).value
{%- endmacro -%}
