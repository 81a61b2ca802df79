{#- Rows (an array), each with the fields of the Kafka key that the option key_with makes columns. -#}
{%- macro debezium_with_key(rows, added) -%}
if(
    {{ added }} is null,
    {{ rows }},
    transform({{ rows }}, row -> map_concat(map_filter({{ added }}, (name, text) -> not array_contains(map_keys(row), name)), row))
)
{%- endmacro -%}
