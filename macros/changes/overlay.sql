{#- An image with what changed laid over it. -#}
{%- macro overlay(image, changed) -%}
    map_concat(map_filter({{ image }}, (name, text) -> not map_contains_key({{ changed }}, name)), {{ changed }})
{%- endmacro -%}
