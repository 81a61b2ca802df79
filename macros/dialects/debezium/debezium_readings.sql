{#- What both dialects of Debezium's own messages say of types: the keys of a dialect that have to do with them. -#}
{%- macro debezium_readings() -%}
    {{- return({
        'described_tables': changefeed.debezium_described_tables,
        'rewrite': changefeed.debezium_rewrite,
        'type_cells': changefeed.debezium_type_cells,
        'type': changefeed.debezium_known_type,
        'value': changefeed.debezium_value,
    }) -}}
{%- endmacro -%}
