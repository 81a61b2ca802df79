{#- The lists of types: family → macro that returns its rows. The order is that of docs/reference/types/. -#}
{%- macro type_families() -%}
    {{- return({
        'mysql': changefeed.mysql_types,
        'postgresql': changefeed.postgresql_types,
        'gaussdb': changefeed.gaussdb_types,
        'oracle': changefeed.oracle_types,
        'sqlserver': changefeed.sqlserver_types,
        'db2': changefeed.db2_types,
        'mongodb': changefeed.mongodb_types,
        'dataworks': changefeed.dataworks_types,
        'flink': changefeed.flink_types,
    }) -}}
{%- endmacro -%}
