{#-
DataWorks' six types, in the form of mysql_types(). DataWorks maps the types of every source to them. A STRING holds
what has no type of DataWorks; it reads as a number, a date or a time where it is spelled like one (`also`). A DOUBLE
may be a decimal at the source.
-#}
{%- macro dataworks_types() -%}
    {{- return([
        {'type': 'boolean', 'kind': 'boolean'},
        {'type': 'long', 'kind': 'integer', 'spark': 'bigint', 'unsigned': 'decimal(20,0)', 'examples': ['-9223372036854775808', '9223372036854775807']},
        {'type': 'double', 'kind': 'decimal', 'spark': 'double', 'examples': ['1.100000']},
        {'type': 'date', 'kind': 'instant', 'also': ['date', 'bigint']},
        {'type': 'bytes', 'kind': 'binary'},
        {'type': 'string', 'synonyms': ['text'], 'kind': 'text', 'examples': ['ä b'], 'also': ['tinyint', 'smallint', 'int', 'bigint', 'decimal', 'double', 'float', 'date', 'timestamp_ntz', 'timestamp']},
    ]) -}}
{%- endmacro -%}
