{#- The columns of a Kafka key, name → value, from its JSON text with or without the schema around it; NULL where it is no JSON object. -#}
{%- macro debezium_key_row(text) -%}
element_at(
    transform(
        array({{ changefeed.json_object_of(text) }}),
        sent -> if(
            array_sort(map_keys(sent)) = array('payload', 'schema') and startswith(sent['payload'], '{'),
            {{ changefeed.json_object_of("sent['payload']") }},
            sent
        )
    ),
    1
)
{%- endmacro -%}
