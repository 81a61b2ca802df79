{#- The statements that create a schema, if there is none of that name: in the metastore, and where the tables are. -#}
{%- macro make_schema(schema) -%}
    {%- set catalog = changefeed.catalog_of_tables() -%}
    {%- set statements = ['create schema if not exists ' ~ schema] -%}
    {%- if catalog -%}{%- do statements.append('create schema if not exists ' ~ catalog ~ '.' ~ schema) -%}{%- endif -%}
    {{- return(statements) -}}
{%- endmacro -%}
