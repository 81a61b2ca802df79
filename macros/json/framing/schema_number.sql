{#- The number of the schema in the five bytes of a schema registry: the byte 0, and the number in four bytes. -#}
{%- macro schema_number(bytes) -%}
conv(hex(substr(cast({{ bytes }} as binary), 2, 4)), 16, 10)
{%- endmacro -%}
