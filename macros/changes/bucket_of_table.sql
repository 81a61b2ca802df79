{#- The bucket of a table that is known by name. Spark computes it before it looks for files. -#}
{%- macro bucket_of_table(feed, source_database, source_schema, source_table) -%}
pmod(hash({{ changefeed.sql_strings([feed, source_database, source_schema, source_table]) }}), {{ changefeed.table_buckets() }})
{%- endmacro -%}
