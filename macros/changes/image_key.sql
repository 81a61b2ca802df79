{%- macro image_key(image) -%}
    to_json(array(sha2(to_json(array_sort(map_entries({{ image }}))), 256)))
{%- endmacro -%}
