{#-
The types of the sources, and what Debezium makes of each: one of its own types, or a rule that depends on the
connector's modes (decimal, money, oracle_number, variable_decimal, mysql_float, bigint, bytes, bit, interval, date,
time, wall_time, millis, enum). Those of PostgreSQL, MySQL and MariaDB were checked with captures. The others follow
Debezium's documents.
-#}
{%- macro debezium_source_types(source_kind) -%}
    {#- A document has no declared types. -#}
    {%- if source_kind == 'mongodb' -%}{{ return({}) }}{%- endif -%}
    {%- set texts = ['char', 'varchar', 'text', 'json', 'xml', 'nchar', 'nvarchar', 'character', 'character varying'] -%}
    {%- set rules = {'text': texts, 'int64': ['tinyint', 'smallint', 'int', 'integer'], 'bigint': ['bigint'], 'decimal': ['decimal', 'numeric'], 'float64': ['float', 'double', 'real', 'double precision'], 'date': ['date']} -%}
    {%- set own = {
        'mysql': {
            'int64': ['mediumint'], 'mysql_float': ['float'], 'FloatVector': ['vector'], 'boolean': ['bool', 'boolean'], 'Year': ['year'], 'time': ['time'], 'wall_time': ['datetime'], 'ZonedTimestamp': ['timestamp'], 'bit': ['bit'],
            'enum': ['enum'], 'text': ['set', 'tinytext', 'mediumtext', 'longtext', 'inet4', 'inet6', 'uuid'],
            'bytes': ['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'],
            'Geometry': ['geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection', 'geomcollection'],
        },
        'postgresql': {
            'int64': ['int2', 'int4', 'int8', 'serial', 'bigserial', 'smallserial', 'oid'], 'boolean': ['bool', 'boolean'], 'money': ['money'], 'float32': ['real', 'float4'], 'float64': ['float8'],
            'time': ['time', 'time without time zone'], 'wall_time': ['timestamp', 'timestamp without time zone'], 'ZonedTimestamp': ['timestamptz', 'timestamp with time zone'],
            'ZonedTime': ['timetz', 'time with time zone'], 'interval': ['interval'], 'bytes': ['bytea'], 'bit': ['bit', 'varbit', 'bit varying'],
            'text': ['bpchar', 'citext', 'uuid', 'jsonb', 'ltree', 'inet', 'cidr', 'macaddr', 'macaddr8', 'tsvector', 'tsquery', 'enum', 'int4range', 'int8range', 'numrange',
                     'tsrange', 'tstzrange', 'daterange', 'name'],
            'Hstore': ['hstore'], 'DoubleVector': ['vector'], 'FloatVector': ['halfvec'], 'SparseDoubleVector': ['sparsevec'],
            'Geometry': ['point', 'geometry', 'geography'],
        },
        'sqlserver': {
            'float32': ['real'], 'bit': ['bit'], 'money': ['money', 'smallmoney'], 'time': ['time'], 'millis': ['datetime', 'smalldatetime'], 'wall_time': ['datetime2'], 'ZonedTimestamp': ['datetimeoffset'],
            'text': ['ntext', 'uniqueidentifier'], 'bytes': ['binary', 'varbinary', 'image', 'timestamp', 'rowversion'],
        },
        'oracle': {
            'oracle_number': ['number', 'integer', 'int', 'smallint', 'decimal', 'dec', 'numeric'], 'variable_decimal': ['float', 'real', 'double precision'], 'float32': ['binary_float'], 'float64': ['binary_double'], 'millis': ['date'], 'wall_time': ['timestamp'],
            'ZonedTimestamp': ['timestamp with time zone', 'timestamp with local time zone'], 'interval': ['interval year to month', 'interval day to second', 'interval year', 'interval day'],
            'text': ['varchar2', 'nvarchar2', 'clob', 'nclob', 'rowid', 'urowid', 'xmltype'], 'bytes': ['blob', 'raw'],
        },
        'db2': {
            'float32': ['real'], 'decimal': ['decfloat'], 'boolean': ['boolean'], 'time': ['time'], 'wall_time': ['timestamp'], 'text': ['clob', 'dbclob', 'graphic', 'vargraphic'],
            'bytes': ['blob', 'binary', 'varbinary', 'char for bit data', 'character for bit data', 'varchar for bit data', 'long varchar for bit data'],
        },
    }.get(changefeed.debezium_family_of(source_kind), {}) -%}
    {%- set found = {} -%}
    {%- for group in [rules, own] -%}
        {%- for rule, types in group.items() -%}
            {%- for type in types -%}{%- do found.update({type: rule}) -%}{%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
