{#- An image with parts (structs of position and image) laid over it, in order of their positions. -#}
{%- macro laid_over(image, parts) -%}
aggregate(
    {{ changefeed.in_order(parts) | indent(4) }},
    coalesce({{ image }}, cast(map() as map<string,string>)),
    (row, part) -> {{ changefeed.overlay_with_paths('row', 'part.image') }}
)
{%- endmacro -%}
