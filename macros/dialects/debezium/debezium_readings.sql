{#- The keys of a dialect that have to do with types, the same in debezium and debezium_flat. -#}
{%- macro debezium_readings() -%}
    {{- return({
        'described_tables': changefeed.debezium_described_tables,
        'rewrite': changefeed.debezium_rewrite,
        'default_text': changefeed.debezium_default,
        'fits': changefeed.debezium_fits,
        'type_cells': changefeed.debezium_type_cells,
        'type': changefeed.debezium_known_type,
        'value': changefeed.debezium_value,
    }) -}}
{%- endmacro -%}
