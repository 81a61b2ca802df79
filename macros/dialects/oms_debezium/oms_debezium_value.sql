{#- How OMS's text of a type of OceanBase in MySQL mode reads as a value in its Debezium kinds (docs page, "Types"). -#}
{%- macro oms_debezium_value(source_type, text, type, feed) -%}
    {%- set base = changefeed.source_type(source_type).base -%}
    {%- set known = changefeed.oms_debezium_type(source_type, feed) -%}
    {%- set types = {
        'date': 'Date', 'time': 'MicroTime', 'datetime': 'Timestamp', 'timestamp': 'ZonedTimestamp', 'bit': 'bits', 'tinyint': 'int16', 'bool': 'boolean', 'boolean': 'boolean',
        'binary': 'HexBytes', 'varbinary': 'HexBytes', 'tinyblob': 'HexBytes', 'blob': 'HexBytes', 'mediumblob': 'HexBytes', 'longblob': 'HexBytes',
    } -%}
    {%- if known is none -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ ' knows no type ' ~ source_type ~ ' of OceanBase in MySQL mode; declare source_type text to get the text that OMS wrote'
        ) -}}
    {%- elif type == 'string' -%}
        {{- text -}}
    {%- elif base == 'bit' -%}
        {#- Bytes in hex, as of BINARY. -#}
        if({{ text }} rlike r'^([0-9a-fA-F]{2}){1,8}\z', {{ changefeed.read_as('number', 'conv(' ~ text ~ ', 16, 10)', type) }}, null)
    {%- elif base in types -%}
        {{- changefeed._debezium_read(changefeed.debezium_readers()[types[base]], text, type) -}}
    {%- elif known.reader == 'number' -%}
        {{- changefeed.read_as('java_number', text, type) -}}
    {%- else -%}
        {{- text -}}
    {%- endif -%}
{%- endmacro -%}


{#- What OMS's text of a type is in its Debezium kinds; none for a type that cannot be read. -#}
{%- macro oms_debezium_type(source_type, feed) -%}
    {%- set base = changefeed.source_type(source_type).base -%}
    {%- if base in ('bool', 'boolean') -%}
        {{- return({'type': 'boolean', 'reader': 'number'}) -}}
    {%- endif -%}
    {{- return(changefeed.mysql_types().get(base) if base != 'geometry' else none) -}}
{%- endmacro -%}
