{#-
SQL Server's types: the Spark type that holds every value, and how SQL Server's own text of it reads. What has no one text
everywhere (bytes) has a reader that a dialect replaces. (p) and (s) stand for the type's own arguments.
-#}
{%- macro sqlserver_types() -%}
{%- set types = {
    'tinyint': {'type': 'smallint', 'reader': 'number'},
    'smallint': {'type': 'smallint', 'reader': 'number'},
    'int': {'type': 'int', 'reader': 'number'},
    'bigint': {'type': 'bigint', 'reader': 'number'},
    'bit': {'type': 'boolean', 'reader': 'boolean_text'},
    'decimal': {'type': 'decimal(p,s)', 'reader': 'number'},
    'numeric': {'type': 'decimal(p,s)', 'reader': 'number'},
    'money': {'type': 'decimal(19,4)', 'reader': 'number'},
    'smallmoney': {'type': 'decimal(10,4)', 'reader': 'number'},
    'real': {'type': 'float', 'reader': 'number'},
    'float': {'type': 'double', 'reader': 'number'},
    'date': {'type': 'date', 'reader': 'date'},
    'smalldatetime': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
    'datetime': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
    'datetime2': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
    'datetimeoffset': {'type': 'timestamp', 'reader': 'offset_instant'},
    'time': {'type': 'bigint', 'reader': 'mysql_time'},
} -%}
{%- for name in ['char', 'varchar', 'text', 'nchar', 'nvarchar', 'ntext', 'sysname', 'uniqueidentifier', 'xml', 'sql_variant', 'hierarchyid', 'geography', 'geometry'] -%}
    {%- do types.update({name: {'type': 'string', 'reader': 'text'}}) -%}
{%- endfor -%}
{%- for name in ['binary', 'varbinary', 'image', 'timestamp', 'rowversion'] -%}
    {%- do types.update({name: {'type': 'binary', 'reader': 'bytes'}}) -%}
{%- endfor -%}
{{- return(types) -}}
{%- endmacro -%}
