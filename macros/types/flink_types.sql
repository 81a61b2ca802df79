{#- The types of Flink SQL and Flink CDC, in the order of Flink's manual, as mysql_types() lists MySQL's. -#}
{%- macro flink_types() -%}
    {%- set rows = [
        {'type': 'char', 'kind': 'text', 'examples': ['ä b']},
        {'type': 'varchar', 'synonyms': ['string', 'text'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'boolean', 'kind': 'boolean'},
        {'type': 'binary', 'kind': 'binary'},
        {'type': 'varbinary', 'synonyms': ['bytes'], 'kind': 'binary'},
        {'type': 'decimal', 'synonyms': ['dec', 'numeric'], 'kind': 'decimal', 'spark': 'decimal(n)', 'bare': '10,0', 'arguments': '10,2', 'examples': ['-12.50']},
        {'type': 'tinyint', 'kind': 'integer', 'spark': 'smallint', 'examples': ['-128']},
        {'type': 'smallint', 'kind': 'integer', 'spark': 'smallint', 'examples': ['-32768']},
        {'type': 'int', 'synonyms': ['integer'], 'kind': 'integer', 'spark': 'int', 'examples': ['-2147483648']},
        {'type': 'bigint', 'kind': 'integer', 'spark': 'bigint', 'examples': ['-9223372036854775808']},
        {'type': 'float', 'kind': 'float32', 'examples': ['1.5']},
        {'type': 'double', 'synonyms': ['double precision'], 'kind': 'float64', 'examples': ['1.5']},
        {'type': 'date', 'kind': 'date', 'examples': ['2024-06-01']},
        {'type': 'time', 'synonyms': ['time without time zone'], 'kind': 'time', 'examples': ['11:00:42']},
        {'type': 'timestamp', 'synonyms': ['timestamp without time zone'], 'kind': 'wall_time', 'examples': ['2024-06-01 11:00:42.5']},
        {'type': 'timestamp with time zone', 'kind': 'instant'},
        {'type': 'timestamp_ltz', 'synonyms': ['timestamp with local time zone'], 'kind': 'instant'},
        {'type': 'interval year to month', 'synonyms': ['interval year', 'interval month'], 'kind': 'integer', 'spark': 'int', 'examples': ['18']},
        {'type': 'interval day to second', 'synonyms': ['interval day', 'interval hour', 'interval minute', 'interval second'], 'kind': 'integer', 'spark': 'bigint', 'examples': ['93784500']},
        {'type': 'raw', 'kind': 'binary'},
        {'type': 'null', 'kind': 'text', 'examples': ['a']},
    ] -%}
    {%- for name in ['array', 'map', 'multiset', 'row', 'structured', 'variant'] -%}
        {%- do rows.append({'type': name, 'kind': 'json', 'examples': ['[1,2]']}) -%}
    {%- endfor -%}
    {{- return(rows) -}}
{%- endmacro -%}
