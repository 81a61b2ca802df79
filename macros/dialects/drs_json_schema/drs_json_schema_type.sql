{#- What DRS's text of a PostgreSQL, GaussDB, SQL Server or Oracle type is; none for a type, or a kind of source, that drs_json_schema_value() cannot read. -#}
{%- macro drs_json_schema_type(source_type, feed) -%}
    {%- set families = changefeed.drs_json_schema_families() -%}
    {%- set known = families[feed.source_kind]().get(changefeed.source_type(source_type).name) if feed.source_kind in families else none -%}
    {%- if known and known.reader == 'bytes' -%}
        {{- return(dict(known, reader='hex_bytes') if feed.source_kind in ('postgresql', 'gaussdb') else none) -}}
    {%- endif -%}
    {{- return(known) -}}
{%- endmacro -%}


{#- The lists of types by kind of source. -#}
{%- macro drs_json_schema_families() -%}
    {{- return({
        'postgresql': changefeed.postgresql_types,
        'gaussdb': changefeed.gaussdb_types,
        'sqlserver': changefeed.sqlserver_types,
        'oracle': changefeed.oracle_types,
    }) -}}
{%- endmacro -%}
