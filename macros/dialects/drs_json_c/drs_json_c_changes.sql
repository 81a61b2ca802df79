{#- JSON-C has the row of a DELETE in `data` (DRS 000, table 5); the rest is as in JSON. -#}
{%- macro drs_json_c_changes() -%}
    {{- return(changefeed.drs_json_changes(deleted_rows='data')) -}}
{%- endmacro -%}
