{#- A member of a message in Debezium's envelope, bare or in payload, by its path: what `signature.says` asks of `json`, the message's text. -#}
{%- macro debezium_member(path) -%}
coalesce(get_json_object(json, '$.{{ path }}'), get_json_object(json, '$.payload.{{ path }}'))
{%- endmacro -%}
