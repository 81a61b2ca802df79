{#- An image with the columns of another image laid over it. A column counts by its presence, not by its value. -#}
{%- macro overlay(image, changed) -%}
    map_concat(map_filter({{ image }}, (name, text) -> not map_contains_key({{ changed }}, name)), {{ changed }})
{%- endmacro -%}
