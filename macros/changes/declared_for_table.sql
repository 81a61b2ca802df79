{#-
What the settings of a feed declare for the table of a message. The table has the names that the feed's line may
replace. NULL where nothing is declared.
-#}
{%- macro declared_for_table(declarations, source_database, source_schema, source_table) -%}
{{ declarations }}[{{ changefeed.table_name_key(
    'coalesce(database_override, ' ~ source_database ~ ", '')",
    'coalesce(schema_override, ' ~ source_schema ~ ", '')",
    'coalesce(' ~ source_table ~ ", '')"
) }}]
{%- endmacro -%}
