{#- How DRS writes the types of PostgreSQL, GaussDB, SQL Server and Oracle (docs page, "Types"). -#}
{%- macro drs_json_schema_types() -%}
    {{- return({
        'postgresql': {'family': 'postgresql', 'readers': {'instant': 'offset_instant', 'binary': 'postgresql_hex'}},
        'gaussdb': {'family': 'gaussdb', 'readers': {'instant': 'offset_instant', 'binary': 'postgresql_hex'}},
        'sqlserver': {'family': 'sqlserver', 'readers': {'instant': 'offset_instant'}},
        'oracle': {'family': 'oracle', 'readers': {'instant': none, 'interval': none}, 'unsent': changefeed.drs_unsent_oracle_types()},
    }) -}}
{%- endmacro -%}
