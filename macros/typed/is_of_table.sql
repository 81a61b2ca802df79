{#- Whether rows are those of a source table. -#}
{%- macro is_of_table(table) -%}
feed = {{ changefeed.sql_string(table.feed) }}
and source_database = {{ changefeed.sql_string(table.database or '') }}
and source_schema = {{ changefeed.sql_string(table.schema or '') }}
and source_table = {{ changefeed.sql_string(table.table) }}
{%- endmacro -%}
