{#- How the values of a DTS record from MySQL read, and of OMS's, which have the same schema. -#}
{%- macro dts_record_readers() -%}
    {{- return({'instant': 'unix_instant', 'binary': 'base64_bytes', 'geometry': 'base64_bytes'}) -}}
{%- endmacro -%}
