{%- macro row_key(key_columns, image, fallback=none) -%}
    {%- if fallback is none -%}
    to_json(transform({{ key_columns }}, k -> {{ image }}[k]))
    {%- else -%}
    to_json(transform({{ key_columns }}, k -> coalesce({{ image }}[k], if(map_contains_key({{ image }}, k), null, {{ fallback }}[k]))))
    {%- endif -%}
{%- endmacro -%}
