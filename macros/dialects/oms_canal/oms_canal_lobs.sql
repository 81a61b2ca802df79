{#- The columns of a message's rows whose NULL may be no value: LOBs by their types, where the task leaves such out. -#}
{%- macro oms_canal_lobs() -%}
if(
    {{ changefeed.oms_canal_leaves_out_lobs() }} and canal.type in ('UPDATE', 'DELETE'),
    map_keys(map_filter(canal_types, (name, type) -> coalesce({{ changefeed.oceanbase_is_lob('type') }}, false))),
    array()
)
{%- endmacro -%}
