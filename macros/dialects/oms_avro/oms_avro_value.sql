{#- How the text of a value of an OMS record reads as a value of an OceanBase type: as of DTS's from MySQL, but a geometry is text (EWKT). -#}
{%- macro oms_avro_value(source_type, text, type, feed) -%}
    {%- set types = dict(changefeed.dts_avro_mysql_types(), geometry={'type': 'string', 'reader': 'text'}) -%}
    {%- do types.update({'bool': types.tinyint, 'boolean': types.tinyint}) -%}
    {{- changefeed.dts_record_value('OceanBase in MySQL mode', types, source_type, text, type, feed) -}}
{%- endmacro -%}
