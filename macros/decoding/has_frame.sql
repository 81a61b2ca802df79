{#-
Whether bytes begin as a schema registry's serializer writes them: with the byte 0 and the number of the schema in four
bytes.
-#}
{%- macro has_frame(bytes) -%}
coalesce(startswith({{ bytes }}, x'00') and length({{ bytes }}) > 4, false)
{%- endmacro -%}
