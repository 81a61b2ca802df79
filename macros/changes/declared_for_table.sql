{#-
What the settings of a feed declare for the table of a message. Where the message names no database or schema, the table
has the names of the feed's line. NULL where nothing is declared.
-#}
{%- macro declared_for_table(declarations, source_database, source_schema, source_table) -%}
{{ declarations }}[{{ changefeed.table_name_key(
    changefeed.or_of_feed(source_database, 'database'),
    changefeed.or_of_feed(source_schema, 'schema'),
    'coalesce(' ~ source_table ~ ", '')"
) }}]
{%- endmacro -%}
