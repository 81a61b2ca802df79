{#-
The option of a feed that decides what the connector makes of a type, by its rule in debezium_source_types(); none where
none does.
-#}
{%- macro debezium_deciding_option(rule, source_type) -%}
    {{- return({
        'decimal': 'decimals', 'variable_decimal': 'decimals', 'money': 'decimals', 'oracle_number': 'decimals', 'bytes': 'binaries', 'interval': 'intervals',
        'date': 'times', 'time': 'times', 'wall_time': 'times', 'millis': 'times',
        'bigint': 'unsigned_bigints' if changefeed.source_type(source_type).is_unsigned else none,
    }.get(rule)) -}}
{%- endmacro -%}
