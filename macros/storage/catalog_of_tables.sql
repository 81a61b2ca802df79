{#-
The name of the catalog that has the tables, where that is another than the metastore with views and functions; else ''.
Tables are found in spark_catalog as well; a list of all of them is only to be had from their own catalog.
-#}
{%- macro catalog_of_tables() -%}
    {%- set type = env_var('CHANGEFEED_ICEBERG_CATALOG', 'hive') -%}
    {{- return(changefeed.of_format('catalog', {'delta': '', 'iceberg': '' if type == 'hive' else 'changefeed_' ~ type})) -}}
{%- endmacro -%}
