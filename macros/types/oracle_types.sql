{#-
Oracle types whose text reads in one way only: the Spark type that holds every value of it, and how its text reads. Those
with a time zone, LOBs, RAW and intervals are left out: how a service writes them differs. (p) and (s) stand for the type's own arguments.
-#}
{%- macro oracle_types() -%}
    {{- return({
        'number': {'type': 'decimal(p,s)', 'reader': 'number'},
        'float': {'type': 'string', 'reader': 'number'},
        'binary_float': {'type': 'float', 'reader': 'number'},
        'binary_double': {'type': 'double', 'reader': 'number'},
        'date': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
        'timestamp': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
        'char': {'type': 'string', 'reader': 'text'},
        'nchar': {'type': 'string', 'reader': 'text'},
        'varchar': {'type': 'string', 'reader': 'text'},
        'varchar2': {'type': 'string', 'reader': 'text'},
        'nvarchar2': {'type': 'string', 'reader': 'text'},
        'text': {'type': 'string', 'reader': 'text'},
    }) -}}
{%- endmacro -%}
