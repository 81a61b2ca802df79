{#- What Debezium's text of a type is; none for a type that debezium_value() cannot read, or not before the feed says how the connector writes it. -#}
{%- macro debezium_known_type(source_type, feed) -%}
    {%- if changefeed._debezium_is_open(source_type, feed) -%}
        {{- return(none) -}}
    {%- endif -%}
    {%- set parts = changefeed.debezium_type(source_type, feed) -%}
    {%- set base = parts.name.split('.')[-1] -%}
    {%- set type = changefeed.debezium_spark_types().get(base, 'string') -%}
    {%- if base in ('Decimal', 'JavaNumber') and '.' in changefeed.source_type(source_type).base -%}
        {#- Debezium's own name of it has the scale only: a text holds the digits that may not fit before a long fraction. -#}
        {%- set type = 'decimal(38,' ~ [0, parts.argument | int] | max ~ ')' if parts.argument | int <= 18 else 'string' -%}
    {%- elif feed.source_kind == 'sqlserver' and changefeed.source_type(source_type).base in ('money', 'smallmoney') -%}
        {%- set type = changefeed.row_of_type('sqlserver', source_type).spark -%}
    {%- elif base == 'Bits' and (parts.argument | int(0) > 64 or not parts.argument) -%}
        {%- set type = 'binary' -%}
    {%- endif -%}
    {{- return({'type': type, 'reader': base}) -}}
{%- endmacro -%}


{#- The Spark type that holds every value of Debezium's and Connect's types (docs page, "Types"); string for those that are not here. -#}
{%- macro debezium_spark_types() -%}
    {{- return({
        'boolean': 'boolean', 'int8': 'smallint', 'int16': 'smallint', 'int32': 'int', 'int64': 'bigint',
        'float': 'float', 'float32': 'float', 'double': 'double', 'float64': 'double',
        'Decimal': 'decimal(p,s)', 'JavaNumber': 'decimal(p,s)', 'UnsignedLong': 'decimal(20,0)', 'Bits': 'decimal(20,0)', 'Year': 'int',
        'Date': 'date', 'IsoDate': 'date', 'Time': 'bigint', 'MicroTime': 'bigint', 'NanoTime': 'bigint',
        'Timestamp': 'timestamp_ntz', 'MicroTimestamp': 'timestamp_ntz', 'NanoTimestamp': 'timestamp_ntz', 'IsoTimestamp': 'timestamp_ntz',
        'ZonedTimestamp': 'timestamp', 'MicroDuration': 'bigint', 'NanoDuration': 'bigint',
        'bytes': 'binary', 'UrlSafeBytes': 'binary', 'HexBytes': 'binary',
    }) -}}
{%- endmacro -%}


{#- Whether debezium_type() would refuse a type: one that is not known, or that depends on a setting of the connector that the feed does not tell. -#}
{%- macro _debezium_is_open(source_type, feed) -%}
    {%- set base = changefeed.source_type(source_type).base -%}
    {%- set whole = changefeed._whole_name(source_type) -%}
    {%- if '.' in base or changefeed._is_array(source_type) or base in changefeed.debezium_connect_types() -%}
        {{- return(false) -}}
    {%- endif -%}
    {%- set rule = changefeed.debezium_source_types(feed.source_kind).get(whole) -%}
    {%- set option = {
        'decimal': 'decimals', 'money': 'decimals', 'oracle_number': 'decimals', 'bytes': 'binaries', 'interval': 'intervals',
        'date': 'times', 'time': 'times', 'wall_time': 'times', 'millis': 'times',
        'bigint': 'unsigned_bigints' if changefeed.source_type(source_type).is_unsigned else none,
    }.get(rule) -%}
    {{- return(not rule or option is not none and feed.options.get(option, 'undeclared') == 'undeclared') -}}
{%- endmacro -%}
