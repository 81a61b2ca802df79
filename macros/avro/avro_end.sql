{#- What avro_records() puts behind the bytes of a record: the number 1, and their digest. -#}
{%- macro avro_end(payload) -%}
concat(x'02', unhex(sha2({{ payload }}, 256)))
{%- endmacro -%}
