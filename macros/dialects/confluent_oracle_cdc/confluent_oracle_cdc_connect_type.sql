{#-
The type of Connect that the connector makes of a type of Oracle, {name, feed, spark}: the name as column_types has it,
the feed with the options by which debezium's macros read it, and of a NUMBER the Spark type. A name of Connect's is
taken as it stands. None where it is not known.
-#}
{%- macro confluent_oracle_cdc_connect_type(source_type, feed) -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- if parts.base.startswith('org.apache.') or parts.base in changefeed.debezium_connect_types() -%}
        {{- return({'name': source_type, 'feed': feed}) -}}
    {%- endif -%}
    {%- set connect = 'org.apache.kafka.connect.data.' -%}
    {%- set row = changefeed.row_of_type('oracle', source_type) or {} -%}
    {%- set mode = feed.options.get('decimals', 'undeclared') -%}
    {%- if row.type in ('number', 'integer') -%}
        {%- set numbers = parts.arguments | map('int') | list -%}
        {%- set digits = 38 if row.type == 'integer' else numbers[0] if numbers else none -%}
        {%- set scale = numbers[1] if numbers | length > 1 else 0 -%}
        {%- set is_short = digits is not none and scale <= 0 and digits - scale < 19 -%}
        {%- if digits is none or scale < 0 or mode == 'undeclared' or mode == 'best_fit_or_decimal' and scale > 0 -%}{{ return(none) }}{%- endif -%}
        {%- set is_number = mode in ('numeric', 'best_fit_or_double', 'best_fit_or_string') or mode == 'best_fit_or_decimal' and is_short -%}
        {{- return({
            'name': connect ~ 'Decimal(' ~ scale ~ ')',
            'feed': dict(feed, options=dict(feed.options, decimals='numeric' if is_number else 'precise')),
            'spark': 'decimal(' ~ [digits, scale] | max ~ ',' ~ scale ~ ')',
        }) -}}
    {%- endif -%}
    {%- set name = {
        'varchar2': 'string', 'nvarchar2': 'string', 'char': 'string', 'nchar': 'string', 'raw': 'bytes', 'text': 'string',
        'binary_float': 'float32', 'binary_double': 'float64', 'timestamp': connect ~ 'Timestamp',
        'date': {'date': connect ~ 'Date', 'timestamp': connect ~ 'Timestamp'}.get(feed.options.get('dates')),
    }.get(row.type) -%}
    {{- return({'name': name, 'feed': feed} if name else none) -}}
{%- endmacro -%}
