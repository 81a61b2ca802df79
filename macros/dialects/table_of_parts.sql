{#-
The database, schema and table that the parts of a name mean, the last the table: SQL by the kind of name. MySQL and
MariaDB have no schemas.
-#}
{%- macro table_of_parts(parts) -%}
    {%- set is_mysql = "source_kind in ('mysql', 'mariadb')" -%}
    {{- return({
        'database': 'get(' ~ parts ~ ', size(' ~ parts ~ ') - if(' ~ is_mysql ~ ', 2, 3))',
        'schema': 'if(' ~ is_mysql ~ ', null, get(' ~ parts ~ ', size(' ~ parts ~ ') - 2))',
        'table': 'element_at(' ~ parts ~ ', -1)',
    }) -}}
{%- endmacro -%}
