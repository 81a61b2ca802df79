{#-
The types of Db2 (for Linux, UNIX and Windows), in the order of its manual, as mysql_types() lists MySQL's. Text that is
declared FOR BIT DATA holds bytes: the type `for bit data`.
-#}
{%- macro db2_types() -%}
    {{- return([
        {'type': 'smallint', 'kind': 'integer', 'spark': 'smallint', 'examples': ['-32768']},
        {'type': 'integer', 'synonyms': ['int'], 'kind': 'integer', 'spark': 'int', 'examples': ['-2147483648']},
        {'type': 'bigint', 'kind': 'integer', 'spark': 'bigint', 'examples': ['-9223372036854775808']},
        {'type': 'decimal', 'synonyms': ['dec', 'num', 'numeric'], 'kind': 'decimal', 'spark': 'decimal(n)', 'bare': '5,0', 'arguments': '10,2', 'examples': ['-12.50']},
        {'type': 'number', 'kind': 'decimal', 'spark': 'decimal(n)', 'arguments': '10,2', 'examples': ['-12.50']},
        {'type': 'decfloat', 'kind': 'decimal', 'spark': 'string', 'examples': ['1.250']},
        {'type': 'real', 'kind': 'float32', 'examples': ['1.5']},
        {'type': 'double', 'synonyms': ['float', 'double precision'], 'kind': 'float64', 'narrow_to': 24, 'examples': ['1.7976931348623157E+308']},
        {'type': 'boolean', 'kind': 'boolean'},
        {'type': 'character', 'synonyms': ['char'], 'kind': 'text', 'examples': ['ä b  ']},
        {'type': 'varchar', 'synonyms': ['character varying', 'char varying', 'varchar2'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'long varchar', 'synonyms': ['long'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'clob', 'synonyms': ['character large object', 'char large object'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'graphic', 'synonyms': ['nchar', 'national char', 'national character'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'vargraphic', 'synonyms': ['nvarchar', 'nvarchar2', 'nchar varying', 'national char varying', 'national character varying', 'long vargraphic'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'dbclob', 'synonyms': ['nclob', 'nchar large object', 'national character large object'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'binary', 'kind': 'binary'},
        {'type': 'varbinary', 'synonyms': ['binary varying'], 'kind': 'binary'},
        {'type': 'blob', 'synonyms': ['binary large object'], 'kind': 'binary'},
        {'type': 'for bit data', 'kind': 'binary'},
        {'type': 'date', 'kind': 'date', 'examples': ['2024-06-01']},
        {'type': 'time', 'kind': 'time', 'examples': ['11:00:42']},
        {'type': 'timestamp', 'kind': 'wall_time', 'examples': ['2024-06-01 11:00:42.500000']},
        {'type': 'xml', 'kind': 'text', 'examples': ['<a/>']},
        {'type': 'text', 'kind': 'text', 'examples': ['ä b']},
    ]) -}}
{%- endmacro -%}
