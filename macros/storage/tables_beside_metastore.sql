{#-
The tables of a schema that the metastore does not know, as rows of `show table extended`: schema, name, whether it is
temporary, information.
-#}
{%- macro tables_beside_metastore(schema) -%}
    {%- set catalog = changefeed.catalog_of_tables() -%}
    {%- set found = [] -%}
    {%- for row in run_query('show tables in ' ~ catalog ~ '.' ~ schema).rows -%}
        {%- do found.append([row[0], row[1], false, 'Provider: iceberg\nTable Properties: [table_type=ICEBERG]\nType: MANAGED']) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
