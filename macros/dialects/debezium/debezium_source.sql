{#- A member of the source of a message in Debezium's envelope, bare or in payload: what `signature.says` asks of `json`, the message's text. -#}
{%- macro debezium_source(member) -%}
coalesce(get_json_object(json, '$.source.{{ member }}'), get_json_object(json, '$.payload.source.{{ member }}'))
{%- endmacro -%}
