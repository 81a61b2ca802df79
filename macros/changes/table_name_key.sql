{#-
The name of a table as one text: each part behind its length, so that no two tables have one text, whatever their names
hold.
-#}
{%- macro table_name_key(source_database, source_schema, source_table) -%}
    concat_ws(':',
        {%- for part in [source_database, source_schema, source_table] %}
        length({{ part }}), {{ part }}{{ ',' if not loop.last }}
        {%- endfor %}
    )
{%- endmacro -%}
