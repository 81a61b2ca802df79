{#- How the values of DTS's records from MySQL read, and those of OMS's records, which have the same schema. -#}
{%- macro dts_record_readers() -%}
    {{- return({'instant': 'unix_instant', 'binary': 'base64_bytes', 'geometry': 'base64_bytes'}) -}}
{%- endmacro -%}
