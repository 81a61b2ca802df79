{#-
In which of a fixed number of parts of a table of rows those of a source table are: a number from its names. A folder is
called by it, never by what a message says; one name's rows are in one part, so that a reader of one of many tables
opens few files.
-#}
{%- macro table_bucket(alias) -%}
pmod(hash({{ alias }}.{{ changefeed.source_table_columns() | join(', ' ~ alias ~ '.') }}), {{ changefeed.table_buckets() }})
{%- endmacro -%}
