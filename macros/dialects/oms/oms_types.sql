{#- Column → type: as a message says, and of columns of which it says none as it is declared. -#}
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
