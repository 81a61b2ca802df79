{#- The columns that tell one source table from every other. -#}
{%- macro source_table_columns() -%}
    {{- return(['feed', 'source_database', 'source_schema', 'source_table']) -}}
{%- endmacro -%}
