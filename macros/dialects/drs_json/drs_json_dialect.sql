{#- DRS JSON: `old` has the row of a DELETE (DRS 000, table 4). -#}
{%- macro drs_json_dialect() -%}
    {{- return(dict(changefeed.drs_json_family('JSON', 'old', 'JSON-C', 'data'), **{
        'name': 'drs_json',
        'source_kinds': ['mysql', 'gaussdb_mysql', 'oracle'],
        'types': changefeed.drs_json_types(),
    })) -}}
{%- endmacro -%}
