{#- Column → type. The type is what the message says, else what is declared for the column. -#}
{%- macro oms_types(declared, sent) -%}
if(
    {{ declared }} is null,
    {{ sent }},
    map_concat(
        map_filter({{ declared }}, (name, type) -> not coalesce(map_contains_key({{ sent }}, name), false)),
        coalesce({{ sent }}, map())
    )
)
{%- endmacro -%}
