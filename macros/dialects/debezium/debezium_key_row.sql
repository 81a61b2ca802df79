{#- The columns of a Kafka key, name → value, from its JSON text with or without the schema around it; NULL where it is no JSON object. -#}
{%- macro debezium_key_row(text) -%}
element_at(
    transform(
        array(from_json({{ text }}, 'map<string,string>')),
        sent -> if(
            array_sort(map_keys(sent)) = array('payload', 'schema') and startswith(sent['payload'], '{'),
            from_json(sent['payload'], 'map<string,string>'),
            sent
        )
    ),
    1
)
{%- endmacro -%}
