{#-
The columns of a Kafka key, name → value, from the key's JSON text, with the schema around it, or the number that
Apicurio's registry has for it, or without. NULL where the text is no JSON object, or names a column twice. Where
`is_alone` holds, payload alone can stand around the columns: TiCDC leaves out the schema (debezium-disable-schema).
-#}
{%- macro debezium_key_row(text, is_alone=none) -%}
get(
    filter(transform(
        array(from_json({{ text }}, 'map<string,string>')),
        sent -> if(
            {% set is_wrapped = "array_sort(map_keys(sent)) in (array('payload', 'schema'), array('payload', 'schemaId'))" -%}
            {{ '(' ~ is_wrapped ~ ' or ' ~ is_alone ~ " and map_keys(sent) = array('payload'))" if is_alone else is_wrapped }} and startswith(sent['payload'], '{'),
            from_json(sent['payload'], 'map<string,string>'),
            sent
        )
    ), columns -> not {{ changefeed.repeats_a_name('columns') }}),
    0
)
{%- endmacro -%}
