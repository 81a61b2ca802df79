{%- macro row_key(key_columns, image) -%}
to_json(transform({{ key_columns }}, k -> {{ image }}[k]))
{%- endmacro -%}
