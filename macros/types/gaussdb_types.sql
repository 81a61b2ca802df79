{#-
GaussDB's types, where they differ from PostgreSQL's, in the form of mysql_types(). Its DATE may hold a time of day, in
a database that is compatible with Oracle.
-#}
{%- macro gaussdb_types() -%}
    {%- set own = [
        {'type': 'tinyint', 'synonyms': ['int1'], 'kind': 'integer', 'spark': 'smallint', 'examples': ['255']},
        {'type': 'int16', 'synonyms': ['largeserial'], 'kind': 'decimal', 'spark': 'string', 'examples': ['170141183460469231731687303715884105727']},
        {'type': 'binary_integer', 'kind': 'integer', 'spark': 'int', 'examples': ['1']},
        {'type': 'number', 'kind': 'decimal', 'spark': 'decimal(n)', 'arguments': '10,2', 'examples': ['-12.50']},
        {'type': 'binary_double', 'kind': 'float64', 'examples': ['1.5']},
        {'type': 'smalldatetime', 'kind': 'wall_time', 'examples': ['2024-06-01 11:00:00']},
        {'type': 'nvarchar2', 'synonyms': ['nvarchar', 'varchar2'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'xmltype', 'kind': 'text', 'examples': ['<a/>']},
        {'type': 'set', 'kind': 'text', 'examples': ['a,b']},
        {'type': 'hash16', 'synonyms': ['hash32'], 'kind': 'text', 'examples': ['e697da2eaa3a775b']},
        {'type': 'floatvector', 'kind': 'text', 'examples': ['[1,2.5]']},
        {'type': 'boolvector', 'kind': 'text', 'examples': ['[1,0]']},
        {'type': 'abstime', 'kind': 'text', 'examples': ['2024-06-01 11:00:42+08']},
        {'type': 'clob', 'kind': 'text', 'examples': ['ä b']},
        {'type': 'reltime', 'kind': 'interval', 'examples': ['1 mon']},
        {'type': 'hll', 'kind': 'text', 'examples': ['\\x48']},
        {'type': 'raw', 'synonyms': ['byteawithoutordercol', 'byteawithoutorderwithequalcol'], 'kind': 'binary'},
        {'type': 'blob', 'kind': 'binary'},
    ] -%}
    {{- return(own + changefeed.postgresql_types()) -}}
{%- endmacro -%}
