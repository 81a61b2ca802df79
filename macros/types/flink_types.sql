{#-
The types of Flink SQL and Flink CDC by their whole names: the Spark type that holds every value, and how the text in Flink's JSON reads. (p) and (s) stand for the
type's own arguments.
-#}
{%- macro flink_types() -%}
{%- set types = {
    'boolean': {'type': 'boolean', 'reader': 'true_or_false'},
    'tinyint': {'type': 'smallint', 'reader': 'number'},
    'smallint': {'type': 'smallint', 'reader': 'number'},
    'int': {'type': 'int', 'reader': 'number'},
    'bigint': {'type': 'bigint', 'reader': 'number'},
    'float': {'type': 'float', 'reader': 'java_number'},
    'double': {'type': 'double', 'reader': 'java_number'},
    'decimal': {'type': 'decimal(p,s)', 'reader': 'java_number'},
    'date': {'type': 'date', 'reader': 'date'},
    'time': {'type': 'bigint', 'reader': 'mysql_time'},
    'timestamp': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
    'timestamp_ltz': {'type': 'timestamp', 'reader': 'instant'},
    'bytes': {'type': 'binary', 'reader': 'base64_bytes'},
    'string': {'type': 'string', 'reader': 'text'},
} -%}
{%- for name, others in {
    'bytes': ['binary', 'varbinary'], 'string': ['char', 'varchar', 'array', 'map', 'multiset', 'row'],
    'int': ['integer'], 'decimal': ['dec', 'numeric'], 'double': ['double precision'], 'time': ['time without time zone'],
    'timestamp': ['timestamp without time zone'], 'timestamp_ltz': ['timestamp with local time zone'],
}.items() -%}
    {%- for other in others -%}
        {%- do types.update({other: types[name]}) -%}
    {%- endfor -%}
{%- endfor -%}
{{- return(types) -}}
{%- endmacro -%}
