{#-
DataWorks' six types, to which it maps those of every source, as mysql_types() lists MySQL's. A STRING holds what DataWorks has no type for, and reads as a number, a date or a time where it is spelled like
one (`also`); a DOUBLE may be a decimal of the source.
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
