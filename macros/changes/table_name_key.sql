{#-
The name of a table as one text. Each part comes after its length, so two tables never have the same text, whatever
their names hold.
-#}
{%- macro table_name_key(source_database, source_schema, source_table) -%}
    concat_ws(':',
        {%- for part in [source_database, source_schema, source_table] %}
        length({{ part }}), {{ part }}{{ ',' if not loop.last }}
        {%- endfor %}
    )
{%- endmacro -%}
