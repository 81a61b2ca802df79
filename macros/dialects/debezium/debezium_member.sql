{#-
A member of a message by its path, in the envelope itself or in payload. `signature.says` asks for members of `json`,
the message's text.
-#}
{%- macro debezium_member(path) -%}
coalesce(get_json_object(json, '$.{{ path }}'), get_json_object(json, '$.payload.{{ path }}'))
{%- endmacro -%}
