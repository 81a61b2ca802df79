{#- Whether rows are those of a source table, or of shards. -#}
{%- macro is_of_table(table) -%}
feed = {{ changefeed.sql_string(table.feed) }}
and {{ changefeed.has_names(table) }}
{%- endmacro -%}
