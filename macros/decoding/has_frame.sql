{#- Whether bytes begin as a schema registry's serializer writes them: the byte 0, and the number of the schema in four. Of a key, that a JSON object follows, too: other keys are left as they are. -#}
{%- macro has_frame(bytes, is_value=true) -%}
{%- if is_value -%}
coalesce(startswith({{ bytes }}, x'00') and length({{ bytes }}) >= 5, false)
{%- else -%}
coalesce(startswith({{ bytes }}, x'00') and substring({{ bytes }}, 6, 1) = x'7b', false)
{%- endif -%}
{%- endmacro -%}
