{#-
MySQL and MariaDB types: the Spark type that holds every value of it, and how its text reads. A Spark type of string keeps
the source's text where no Spark type is wide enough. (p) and (s) stand for the type's own arguments.
-#}
{%- macro mysql_types() -%}
    {{- return({
        'tinyint': {'type': 'smallint', 'reader': 'number'},
        'smallint': {'type': 'int', 'reader': 'number'},
        'mediumint': {'type': 'int', 'reader': 'number'},
        'int': {'type': 'bigint', 'reader': 'number'},
        'integer': {'type': 'bigint', 'reader': 'number'},
        'bigint': {'type': 'bigint', 'unsigned_type': 'decimal(20,0)', 'reader': 'number'},
        'decimal': {'type': 'decimal(p,s)', 'reader': 'number'},
        'numeric': {'type': 'decimal(p,s)', 'reader': 'number'},
        'float': {'type': 'float', 'reader': 'number'},
        'double': {'type': 'double', 'reader': 'number'},
        'real': {'type': 'double', 'reader': 'number'},
        'bit': {'type': 'decimal(20,0)', 'reader': 'number'},
        'year': {'type': 'int', 'reader': 'number'},
        'date': {'type': 'date', 'reader': 'date'},
        'datetime': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
        'timestamp': {'type': 'timestamp', 'reader': 'instant'},
        'time': {'type': 'bigint', 'reader': 'mysql_time'},
        'enum': {'type': 'string', 'reader': 'mysql_enum'},
        'set': {'type': 'string', 'reader': 'mysql_set'},
        'binary': {'type': 'binary', 'reader': 'latin1_bytes'},
        'varbinary': {'type': 'binary', 'reader': 'latin1_bytes'},
        'tinyblob': {'type': 'binary', 'reader': 'latin1_bytes'},
        'blob': {'type': 'binary', 'reader': 'latin1_bytes'},
        'mediumblob': {'type': 'binary', 'reader': 'latin1_bytes'},
        'longblob': {'type': 'binary', 'reader': 'latin1_bytes'},
        'geometry': {'type': 'binary', 'reader': 'latin1_bytes'},
        'char': {'type': 'string', 'reader': 'text'},
        'varchar': {'type': 'string', 'reader': 'text'},
        'tinytext': {'type': 'string', 'reader': 'text'},
        'text': {'type': 'string', 'reader': 'text'},
        'mediumtext': {'type': 'string', 'reader': 'text'},
        'longtext': {'type': 'string', 'reader': 'text'},
        'json': {'type': 'string', 'reader': 'text'},
    }) -}}
{%- endmacro -%}
