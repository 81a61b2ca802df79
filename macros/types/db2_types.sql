{#-
Db2's types (for Linux, UNIX and Windows): the Spark type that holds every value of it, and how its text reads. Bytes (BINARY, VARBINARY, BLOB, and text FOR BIT DATA) are
left out: how a service writes them differs. (p) and (s) stand for the type's own arguments.
-#}
{%- macro db2_types() -%}
    {{- return({
        'smallint': {'type': 'smallint', 'reader': 'number'},
        'int': {'type': 'int', 'reader': 'number'},
        'integer': {'type': 'int', 'reader': 'number'},
        'bigint': {'type': 'bigint', 'reader': 'number'},
        'dec': {'type': 'decimal(p,s)', 'reader': 'number'},
        'decimal': {'type': 'decimal(p,s)', 'reader': 'number'},
        'num': {'type': 'decimal(p,s)', 'reader': 'number'},
        'numeric': {'type': 'decimal(p,s)', 'reader': 'number'},
        'decfloat': {'type': 'string', 'reader': 'number'},
        'real': {'type': 'float', 'reader': 'number'},
        'float': {'type': 'double', 'reader': 'number'},
        'double': {'type': 'double', 'reader': 'number'},
        'boolean': {'type': 'boolean', 'reader': 'number'},
        'date': {'type': 'date', 'reader': 'date'},
        'time': {'type': 'bigint', 'reader': 'mysql_time'},
        'timestamp': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
        'char': {'type': 'string', 'reader': 'text'},
        'character': {'type': 'string', 'reader': 'text'},
        'varchar': {'type': 'string', 'reader': 'text'},
        'long': {'type': 'string', 'reader': 'text'},
        'clob': {'type': 'string', 'reader': 'text'},
        'graphic': {'type': 'string', 'reader': 'text'},
        'vargraphic': {'type': 'string', 'reader': 'text'},
        'dbclob': {'type': 'string', 'reader': 'text'},
        'xml': {'type': 'string', 'reader': 'text'},
        'text': {'type': 'string', 'reader': 'text'},
    }) -}}
{%- endmacro -%}
