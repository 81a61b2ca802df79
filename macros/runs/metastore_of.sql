{#-
The address of the metastore that several processes can reach, by the settings of a Spark session. Empty where the
settings name none, or Derby inside the process: then only one process reaches the tables.
-#}
{%- macro metastore_of(settings) -%}
    {%- set named = settings.get('spark.hadoop.hive.metastore.uris') or settings.get('hive.metastore.uris')
        or settings.get('spark.hadoop.javax.jdo.option.ConnectionURL') or '' -%}
    {{- return('' if named.startswith('jdbc:derby:') and not named.startswith('jdbc:derby://') else named) -}}
{%- endmacro -%}
