{%- macro table_name_key(source_database, source_schema, source_table) -%}
    concat_ws('\t', {{ source_database }}, {{ source_schema }}, {{ source_table }})
{%- endmacro -%}
