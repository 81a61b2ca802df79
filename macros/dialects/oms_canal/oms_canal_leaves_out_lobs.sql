{#- Whether the feed's task sends NULL for a LOB that did not change. -#}
{%- macro oms_canal_leaves_out_lobs() -%}
coalesce(options['lob_mode'], '') <> 'complete'
{%- endmacro -%}
