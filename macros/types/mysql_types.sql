{#-
The types of MySQL, MariaDB and TiDB, in the order of MySQL's manual. Each row has `type`; `synonyms` (its other names);
`kind` (what its values are, of value_kinds()); `spark` (the Spark type that holds every value, else that of the kind;
`unsigned` where UNSIGNED needs a wider one); and `examples` (values as the database prints them). `n` in a Spark type
stands for the arguments of the type.
-#}
{%- macro mysql_types() -%}
    {{- return([
        {'type': 'tinyint', 'synonyms': ['int1'], 'kind': 'integer', 'spark': 'smallint', 'examples': ['-128', '255']},
        {'type': 'bool', 'synonyms': ['boolean'], 'kind': 'integer', 'spark': 'smallint', 'examples': ['0', '1', '-128']},
        {'type': 'smallint', 'synonyms': ['int2'], 'kind': 'integer', 'spark': 'int', 'examples': ['-32768', '65535']},
        {'type': 'mediumint', 'synonyms': ['int3', 'middleint'], 'kind': 'integer', 'spark': 'int', 'examples': ['-8388608', '16777215']},
        {'type': 'int', 'synonyms': ['integer', 'int4'], 'kind': 'integer', 'spark': 'bigint', 'examples': ['-2147483648', '4294967295']},
        {'type': 'bigint', 'synonyms': ['int8'], 'kind': 'integer', 'spark': 'bigint', 'unsigned': 'decimal(20,0)', 'examples': ['-9223372036854775808', '9223372036854775807']},
        {'type': 'int64', 'kind': 'integer', 'spark': 'bigint', 'examples': ['-9223372036854775808']},
        {'type': 'serial', 'kind': 'integer', 'spark': 'decimal(20,0)', 'examples': ['18446744073709551615']},
        {'type': 'decimal', 'synonyms': ['dec', 'fixed', 'numeric', 'number'], 'kind': 'decimal', 'spark': 'decimal(n)', 'arguments': '10,2', 'examples': ['-12.50', '99999999.99']},
        {'type': 'float', 'synonyms': ['float4'], 'kind': 'float32', 'wide_from': 25, 'examples': ['-1.5', '3.40282e38']},
        {'type': 'double', 'synonyms': ['double precision', 'real', 'float8'], 'kind': 'float64', 'examples': ['-1.5', '1.7976931348623157e308']},
        {'type': 'bit', 'kind': 'bits', 'spark': 'decimal(20,0)', 'arguments': '64', 'examples': ['5', '18446744073709551615']},
        {'type': 'date', 'kind': 'date', 'examples': ['2024-06-01', '1000-01-01']},
        {'type': 'datetime', 'kind': 'wall_time', 'examples': ['2024-06-01 11:00:42', '9999-12-31 23:59:59.999999']},
        {'type': 'timestamp', 'kind': 'instant', 'examples': ['2024-06-01 11:00:42', '2024-06-01 11:00:42.250000']},
        {'type': 'zoned_datetime', 'kind': 'instant', 'examples': ['2024-06-01 11:00:42']},
        {'type': 'interval_day_to_second', 'synonyms': ['interval_year_to_month'], 'kind': 'interval', 'examples': ['+01 02:03:04.5']},
        {'type': 'time', 'kind': 'time', 'examples': ['-838:59:59', '11:00:42.5']},
        {'type': 'year', 'kind': 'year', 'examples': ['2024', '1901']},
        {'type': 'char', 'synonyms': ['nchar', 'national char', 'character', 'national character'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'varchar', 'synonyms': ['nvarchar', 'national varchar', 'national varcharacter', 'national character varying', 'national char varying', 'nchar varchar', 'nchar varying', 'varying', 'character varying', 'char varying', 'varcharacter', 'varchar2', 'var_string', 'string'], 'kind': 'text', 'examples': ['ä b ']},
        {'type': 'binary', 'synonyms': ['char byte'], 'kind': 'binary', 'is_padded': true},
        {'type': 'varbinary', 'synonyms': ['raw'], 'kind': 'binary'},
        {'type': 'tinyblob', 'synonyms': ['tiny_blob'], 'kind': 'binary'},
        {'type': 'blob', 'kind': 'binary'},
        {'type': 'mediumblob', 'synonyms': ['medium_blob', 'long varbinary'], 'kind': 'binary'},
        {'type': 'longblob', 'synonyms': ['long_blob'], 'kind': 'binary'},
        {'type': 'tinytext', 'kind': 'text', 'examples': ['ä b']},
        {'type': 'text', 'kind': 'text', 'examples': ['ä b']},
        {'type': 'mediumtext', 'synonyms': ['long', 'long varchar', 'long varcharacter', 'long character varying', 'long char varying'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'longtext', 'synonyms': ['clob'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'enum', 'kind': 'enum', 'arguments': "'a','b'"},
        {'type': 'set', 'kind': 'set', 'arguments': "'a','b'"},
        {'type': 'json', 'kind': 'json', 'examples': ['{"a": 1.50}']},
        {'type': 'xmltype', 'kind': 'text', 'examples': ['<a/>']},
        {'type': 'vector', 'synonyms': ['tidbvectorfloat32'], 'kind': 'text', 'examples': ['[1,2.5]']},
        {'type': 'inet4', 'kind': 'text', 'examples': ['10.0.0.1']},
        {'type': 'inet6', 'kind': 'text', 'examples': ['::1']},
        {'type': 'uuid', 'kind': 'text', 'examples': ['3b241101-e2bb-4255-8caf-4136c566a962']},
        {'type': 'geometry', 'synonyms': ['point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection', 'geomcollection'], 'kind': 'geometry', 'examples': ['POINT (1 2)']},
        {'type': 'struct', 'kind': 'text', 'examples': ['{"a":1}']},
        {'type': 'null', 'kind': 'text', 'examples': ['a']},
    ]) -}}
{%- endmacro -%}
