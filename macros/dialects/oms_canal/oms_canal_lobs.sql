{#-
The columns whose NULL may be no value: large values (LOBs), by their types, in a feed whose task sends NULL for those
that did not change.
-#}
{%- macro oms_canal_lobs() -%}
if(
    {{ changefeed.oms_canal_leaves_out_lobs() }} and canal.type in ('UPDATE', 'DELETE'),
    map_keys(map_filter(canal_types, (name, type) -> coalesce({{ changefeed.oceanbase_is_lob('type') }}, false))),
    array()
)
{%- endmacro -%}
