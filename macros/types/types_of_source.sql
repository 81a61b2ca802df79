{#- The types of a kind of source, for dialects that come from several: a dict as mysql_types() and the like return it; none where there is no list. -#}
{%- macro types_of_source(source_kind) -%}
    {%- set families = {
        'mysql': changefeed.mysql_types,
        'mariadb': changefeed.mysql_types,
        'postgresql': changefeed.postgresql_types,
        'sqlserver': changefeed.sqlserver_types,
        'oracle': changefeed.oracle_types,
        'db2': changefeed.db2_types,
    } -%}
    {{- return(families[source_kind]() if source_kind in families else none) -}}
{%- endmacro -%}
