{#- The source types that table_columns.csv declares for the columns of a message's table; NULL where it declares none. -#}
{%- macro declared_types(source_database, source_schema, source_table) -%}
declared_types[{{ changefeed.table_name_key(
    'coalesce(database_override, ' ~ source_database ~ ", '')",
    'coalesce(schema_override, ' ~ source_schema ~ ", '')",
    'coalesce(' ~ source_table ~ ", '')"
) }}]
{%- endmacro -%}
