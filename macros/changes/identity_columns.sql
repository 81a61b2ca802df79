{#- The columns that tell one row of one source table from every other: the key of all state. -#}
{%- macro identity_columns() -%}
    {{- return(changefeed.source_table_columns() + ['row_key']) -}}
{%- endmacro -%}
