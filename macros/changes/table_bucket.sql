{#-
The number of the part of a table of rows in which the rows of a source table are stored. The number comes from the
names of the source table. A folder has this number as its name, never a text from a message. All rows of one source
table are in one part, so a reader of one table opens few files.
-#}
{%- macro table_bucket(alias) -%}
pmod(hash({{ alias }}.{{ changefeed.source_table_columns() | join(', ' ~ alias ~ '.') }}), {{ changefeed.table_buckets() }})
{%- endmacro -%}
