{#- How the text of a value of an OMS record reads as a value of an OceanBase type: as of DTS's from MySQL, but a geometry is text (EWKT). -#}
{%- macro oms_avro_value(source_type, text, type, feed) -%}
    {{- changefeed.dts_record_value('OceanBase in MySQL mode', changefeed.oms_avro_type(source_type, feed), source_type, text, type, feed) -}}
{%- endmacro -%}


{#- What the text of a value of an OMS record is; none for a type that cannot be read. -#}
{%- macro oms_avro_type(source_type, feed) -%}
    {%- set types = dict(changefeed.dts_avro_mysql_types(), geometry={'type': 'string', 'reader': 'text'}) -%}
    {%- do types.update({'bool': types.tinyint, 'boolean': types.tinyint}) -%}
    {{- return(changefeed.dts_record_type(types, source_type)) -}}
{%- endmacro -%}
