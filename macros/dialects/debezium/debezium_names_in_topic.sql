{#-
The table, its schema and its database as the last parts of a topic's name say them (prefix.database.table of MySQL and
MariaDB, prefix.database.schema.table of SQL Server, prefix.schema.table of others), as SQL: {table, schema, database}.
-#}
{%- macro debezium_names_in_topic() -%}
{%- set is_in_database = "source_kind in ('mysql', 'mariadb')" -%}
{%- set parts = "split(topic, '[.]')" -%}
    {{- return({
        'table': 'element_at(' ~ parts ~ ', -1)',
        'schema': 'if(' ~ is_in_database ~ ', null, get(' ~ parts ~ ', size(' ~ parts ~ ') - 2))',
        'database': 'case when ' ~ is_in_database ~ ' then get(' ~ parts ~ ', size(' ~ parts ~ ") - 2) when source_kind = 'sqlserver' then get("
            ~ parts ~ ', size(' ~ parts ~ ') - 3) end',
    }) -}}
{%- endmacro -%}
