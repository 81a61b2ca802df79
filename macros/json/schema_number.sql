{#- The number of the schema that a schema registry's five bytes name: the byte 0, and the number in four. -#}
{%- macro schema_number(bytes) -%}
conv(hex(substr(cast({{ bytes }} as binary), 2, 4)), 16, 10)
{%- endmacro -%}
