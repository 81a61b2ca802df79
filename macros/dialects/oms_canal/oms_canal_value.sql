{#- How OMS's text of an OceanBase type reads as a value (docs page, "Types"). -#}
{%- macro oms_canal_value(source_type, text, type, feed) -%}
    {{- changefeed.oms_text_value(source_type, text, type, feed) -}}
{%- endmacro -%}
