{#-
The relations of a schema, as rows of `show table extended`. dbt asks for them once for each schema. The metastore does
not know tables of a catalog of their own.
-#}
{%- macro spark__list_relations_without_caching(relation) -%}
    {%- set known = dbt.spark__list_relations_without_caching(relation) -%}
    {{- return((known.rows | list) + changefeed.tables_beside_metastore(relation.schema) if changefeed.catalog_of_tables() else known) -}}
{%- endmacro -%}
