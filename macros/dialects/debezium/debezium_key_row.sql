{#- The columns of a Kafka key, name → value, from its JSON text with or without the schema around it; NULL where it is no JSON object, or names one twice. -#}
{%- macro debezium_key_row(text) -%}
get(
    filter(transform(
        array(from_json({{ text }}, 'map<string,string>')),
        sent -> if(
            array_sort(map_keys(sent)) = array('payload', 'schema') and startswith(sent['payload'], '{'),
            from_json(sent['payload'], 'map<string,string>'),
            sent
        )
    ), columns -> not {{ changefeed.repeats_a_name('columns') }}),
    0
)
{%- endmacro -%}
