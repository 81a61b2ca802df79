{#- The settings of a Spark session that can name a metastore, the first that does so first. -#}
{%- macro settings_of_metastores() -%}
    {{- return(['spark.hadoop.hive.metastore.uris', 'hive.metastore.uris', 'spark.hadoop.javax.jdo.option.ConnectionURL']) -}}
{%- endmacro -%}
