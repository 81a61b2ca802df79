{#- DRS JSON-C: `data` has the row of a DELETE (DRS 000, table 5). All else is as in JSON. -#}
{%- macro drs_json_c_dialect() -%}
    {{- return(dict(changefeed.drs_json_family('JSON-C', 'data', 'JSON', 'old'), **{
        'name': 'drs_json_c',
        'source_kinds': ['mysql', 'gaussdb_mysql'],
        'types': changefeed.drs_json_c_types(),
    })) -}}
{%- endmacro -%}
