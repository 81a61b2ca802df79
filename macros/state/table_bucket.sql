{#-
In which of a fixed number of parts of a table of rows those of a source table are: a number from its names. A folder is
called by it, never by what a message says; one name's rows are in one part, so that a reader of one of many tables opens few files.
-#}
{%- macro table_bucket(alias) -%}
pmod(hash({{ alias }}.{{ changefeed.source_table_columns() | join(', ' ~ alias ~ '.') }}), {{ changefeed.table_buckets() }})
{%- endmacro -%}


{#- The same for a table that is known by name: Spark computes it before it looks for files. -#}
{%- macro bucket_of_table(feed, source_database, source_schema, source_table) -%}
pmod(hash({{ changefeed.sql_strings([feed, source_database, source_schema, source_table]) }}), {{ changefeed.table_buckets() }})
{%- endmacro -%}


{#- How many parts there are. Tables that were built with another number have to be built again (ADR 0021). -#}
{%- macro table_buckets() -%}
    {{- return(16) -}}
{%- endmacro -%}
