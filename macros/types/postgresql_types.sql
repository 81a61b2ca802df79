{#-
PostgreSQL's types, in the order of its manual and in the form of mysql_types(). They have the names that its catalogue
prints, and the short ones. A name with [] behind it or _ before it is an array, which PostgreSQL prints as {1,2}.
-#}
{%- macro postgresql_types() -%}
    {%- set texts = {
        'inet': '10.0.0.1', 'cidr': '10.0.0.0/8', 'macaddr': '08:00:2b:01:02:03', 'macaddr8': '08:00:2b:01:02:03:04:05', 'tsvector': "'a' 'b'", 'tsquery': "'a' & 'b'",
        'uuid': '3b241101-e2bb-4255-8caf-4136c566a962', 'xml': '<a/>', 'hstore': '"a"=>"1"', 'ltree': 'a.b', 'citext': 'Ab', 'pg_lsn': '16/B374D848', 'txid_snapshot': '10:20:10,14', 'pg_snapshot': '10:20:10,14',
        'point': '(1,2)', 'line': '{1,-1,0}', 'lseg': '[(0,0),(1,1)]', 'box': '(1,1),(0,0)', 'path': '[(0,0),(1,1)]', 'polygon': '((0,0),(1,1))', 'circle': '<(0,0),1>',
        'int4range': '[1,3)', 'int8range': '[1,3)', 'numrange': '[1.5,3)', 'tsrange': '["2024-06-01 00:00:00",)', 'tstzrange': '["2024-06-01 00:00:00+00",)', 'daterange': '[2024-06-01,)',
        'int4multirange': '{[1,3)}', 'int8multirange': '{[1,3)}', 'nummultirange': '{[1,3)}', 'tsmultirange': '{}', 'tstzmultirange': '{}', 'datemultirange': '{}',
        'vector': '[1,2.5]', 'halfvec': '[1,2.5]', 'sparsevec': '{1:1.5}/3', 'geometry': 'POINT(1 2)', 'geography': 'POINT(1 2)', 'enum': 'a',
        'array': '{1,2}', 'composite': '(1,a)', 'strrange': '[a,b)', 'jsonpath': '$."a"', 'tid': '(0,1)', 'refcursor': 'a', 'int2vector': '1 2', 'oidvector': '1 2', 'regclass': 'a', 'regproc': 'a', 'regprocedure': 'a(integer)',
        'regoper': '+', 'regoperator': '+(integer,integer)', 'regtype': 'integer', 'regrole': 'a', 'regnamespace': 'a', 'regconfig': 'english', 'regdictionary': 'simple', 'regcollation': '"C"',
    } -%}
    {%- set rows = [
        {'type': 'smallint', 'synonyms': ['int2'], 'kind': 'integer', 'spark': 'smallint', 'examples': ['-32768']},
        {'type': 'integer', 'synonyms': ['int', 'int4'], 'kind': 'integer', 'spark': 'int', 'examples': ['-2147483648']},
        {'type': 'bigint', 'synonyms': ['int8'], 'kind': 'integer', 'spark': 'bigint', 'examples': ['-9223372036854775808']},
        {'type': 'numeric', 'synonyms': ['decimal', 'dec'], 'kind': 'decimal', 'spark': 'decimal(n)', 'arguments': '10,2', 'examples': ['-12.50']},
        {'type': 'real', 'synonyms': ['float4'], 'kind': 'float32', 'examples': ['1.5', '-Infinity']},
        {'type': 'double precision', 'synonyms': ['float8', 'float', 'double'], 'kind': 'float64', 'narrow_to': 24, 'examples': ['1.7976931348623157e+308', 'NaN']},
        {'type': 'smallserial', 'synonyms': ['serial2'], 'kind': 'integer', 'spark': 'smallint', 'examples': ['1']},
        {'type': 'serial', 'synonyms': ['serial4'], 'kind': 'integer', 'spark': 'int', 'examples': ['1']},
        {'type': 'bigserial', 'synonyms': ['serial8'], 'kind': 'integer', 'spark': 'bigint', 'examples': ['1']},
        {'type': 'oid', 'synonyms': ['xid', 'cid'], 'kind': 'integer', 'spark': 'bigint', 'examples': ['4294967295']},
        {'type': 'xid8', 'kind': 'integer', 'spark': 'decimal(20,0)', 'examples': ['18446744073709551615']},
        {'type': 'money', 'kind': 'text', 'examples': ['$1,234.50']},
        {'type': 'character varying', 'synonyms': ['varchar'], 'kind': 'text', 'examples': ['ä b']},
        {'type': 'character', 'synonyms': ['char', '"char"', 'bpchar', 'nchar'], 'kind': 'text', 'examples': ['ä b  ']},
        {'type': 'text', 'kind': 'text', 'examples': ['ä b']},
        {'type': 'name', 'kind': 'text', 'examples': ['ä b']},
        {'type': 'bytea', 'kind': 'binary'},
        {'type': 'timestamp without time zone', 'synonyms': ['timestamp'], 'kind': 'wall_time', 'examples': ['2024-06-01 11:00:42.5']},
        {'type': 'timestamp with time zone', 'synonyms': ['timestamptz'], 'kind': 'instant'},
        {'type': 'date', 'kind': 'date', 'examples': ['2024-06-01']},
        {'type': 'time without time zone', 'synonyms': ['time'], 'kind': 'time', 'examples': ['11:00:42.5']},
        {'type': 'time with time zone', 'synonyms': ['timetz'], 'kind': 'text', 'examples': ['11:00:42.5+08']},
        {'type': 'interval', 'kind': 'interval', 'examples': ['1 day 02:03:04']},
        {'type': 'boolean', 'synonyms': ['bool'], 'kind': 'boolean'},
        {'type': 'bit', 'kind': 'text', 'examples': ['0101']},
        {'type': 'bit varying', 'synonyms': ['varbit'], 'kind': 'text', 'examples': ['0101']},
        {'type': 'json', 'kind': 'json', 'examples': ['{"a": 1.50}']},
        {'type': 'jsonb', 'kind': 'json', 'examples': ['{"a": 1.50}']},
    ] -%}
    {%- for name, example in texts.items() -%}
        {%- do rows.append({'type': name, 'kind': 'text', 'examples': [example]}) -%}
    {%- endfor -%}
    {{- return(rows) -}}
{%- endmacro -%}
