{#- Whether a relation of dbt's is a table of the project's format. -#}
{%- macro is_of_format(relation) -%}
    {{- return(changefeed.of_format('tables', {'delta': relation.is_delta, 'iceberg': 'table_type=ICEBERG' in (relation.information or '')})) -}}
{%- endmacro -%}
