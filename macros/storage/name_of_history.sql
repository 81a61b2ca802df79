{#-
The name of the view of versions. A REST catalog of Iceberg refuses `history`: Iceberg asks it for that table, and then
for the history of a table that is called as the schema.
-#}
{%- macro name_of_history() -%}
    {{- return('changefeed_history' if changefeed.catalog_of_tables() == 'changefeed_rest' else 'history') -}}
{%- endmacro -%}
