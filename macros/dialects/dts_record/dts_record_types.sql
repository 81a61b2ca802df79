{#-
The names of source types by their dataTypeNumber, of MySQL, Oracle and PostgreSQL (there the number is the type's OID).
MySQL has one number for a text and for its bytes: `texts` and `bytes` have both names, and the value decides.
-#}
{%- macro dts_record_types() -%}
    {{- return({
        'mysql': {
            0: 'decimal', 1: 'tinyint', 2: 'smallint', 3: 'int', 4: 'float', 5: 'double', 6: 'null', 7: 'timestamp', 8: 'bigint', 9: 'mediumint',
            10: 'date', 11: 'time', 12: 'datetime', 13: 'year', 14: 'date', 15: 'varchar', 16: 'bit', 17: 'timestamp', 18: 'datetime', 19: 'time',
            245: 'json', 246: 'decimal', 247: 'enum', 248: 'set', 249: 'tiny_blob', 250: 'medium_blob', 251: 'long_blob', 252: 'blob',
            253: 'var_string', 254: 'string', 255: 'geometry',
        },
        'texts': {249: 'tinytext', 250: 'mediumtext', 251: 'longtext', 252: 'text', 253: 'varchar', 254: 'char'},
        'bytes': {249: 'tinyblob', 250: 'mediumblob', 251: 'longblob', 252: 'blob', 253: 'varbinary', 254: 'binary', 15: 'varbinary'},
        'oracle': {
            1: 'varchar2', 2: 'number', 8: 'long', 12: 'date', 23: 'raw', 24: 'long raw', 58: 'xmltype', 69: 'rowid', 96: 'char', 100: 'binary_float',
            101: 'binary_double', 112: 'clob', 113: 'blob', 114: 'bfile', 180: 'timestamp', 181: 'timestamp with time zone',
            182: 'interval year to month', 183: 'interval day to second', 208: 'urowid', 231: 'timestamp with local time zone',
        },
        'postgresql': {
            16: 'boolean', 17: 'bytea', 18: 'char', 20: 'bigint', 21: 'smallint', 23: 'integer', 25: 'text', 114: 'json', 142: 'xml', 600: 'point', 601: 'lseg',
            602: 'path', 603: 'box', 604: 'polygon', 628: 'line', 650: 'cidr', 700: 'real', 701: 'double precision', 718: 'circle', 790: 'money', 829: 'macaddr',
            869: 'inet', 1042: 'char', 1043: 'varchar', 1082: 'date', 1083: 'time', 1114: 'timestamp', 1184: 'timestamp with time zone', 1186: 'interval',
            1266: 'time with time zone', 1560: 'bit', 1562: 'varbit', 1700: 'numeric', 2950: 'uuid', 2970: 'txid_snapshot', 3082: 'jsonb', 3220: 'pg_lsn',
            3614: 'tsvector', 3615: 'tsquery', 3802: 'jsonb',
        },
    }) -}}
{%- endmacro -%}
