{#-
The bytes of the header in which Debezium sends the key before a change of key. NULL where there is no such header.
-#}
{%- macro old_key_header() -%}
get(filter(headers, header -> header.key = '__debezium.oldkey'), 0).value
{%- endmacro -%}
