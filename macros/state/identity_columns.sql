{#- What tells one row of one source table from every other: the key of all state. -#}
{%- macro identity_columns() -%}
    {{- return(['feed', 'source_database', 'source_schema', 'source_table', 'row_key']) -}}
{%- endmacro -%}
