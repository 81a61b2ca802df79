{#- The keys of a dialect that have to do with types, the same in debezium and debezium_flat. -#}
{%- macro debezium_readings() -%}
    {{- return({
        'described_tables': changefeed.debezium_described_tables,
        'rewrite': changefeed.debezium_rewrite,
        'written_value': changefeed.debezium_written,
        'fits': changefeed.debezium_fits,
        'type_cells': changefeed.debezium_type_cells,
        'type': changefeed.debezium_known_type,
        'value': changefeed.debezium_value,
    }) -}}
{%- endmacro -%}
