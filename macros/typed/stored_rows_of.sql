{#-
Whether stored rows are those of a source table, or of shards. Of one table, files of other buckets are passed over.
-#}
{%- macro stored_rows_of(table) -%}
{% if not table.shards -%}
table_bucket = {{ changefeed.bucket_of_table(table.feed, table.database or '', table.schema or '', table.table) }}
and {% endif -%}
{{ changefeed.is_of_table(table) }}
{%- endmacro -%}
