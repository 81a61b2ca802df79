{#-
What a feed's settings declare for a message's table, by the names that the feed's line may replace; NULL where they
declare nothing.
-#}
{%- macro declared_for_table(declarations, source_database, source_schema, source_table) -%}
{{ declarations }}[{{ changefeed.table_name_key(
    'coalesce(database_override, ' ~ source_database ~ ", '')",
    'coalesce(schema_override, ' ~ source_schema ~ ", '')",
    'coalesce(' ~ source_table ~ ", '')"
) }}]
{%- endmacro -%}
