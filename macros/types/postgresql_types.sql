{#-
PostgreSQL's types by their whole names, as its catalogue prints them and by their short names: the Spark type that holds every value,
and how PostgreSQL's own text of it reads. A Spark type of string keeps the source's text. What has no one text everywhere (bytes)
has a reader that a dialect replaces. (p) and (s) stand for the type's own arguments.
-#}
{%- macro postgresql_types() -%}
{%- set types = {
    'smallint': {'type': 'smallint', 'reader': 'number'},
    'integer': {'type': 'int', 'reader': 'number'},
    'bigint': {'type': 'bigint', 'reader': 'number'},
    'smallserial': {'type': 'smallint', 'reader': 'number'},
    'serial': {'type': 'int', 'reader': 'number'},
    'bigserial': {'type': 'bigint', 'reader': 'number'},
    'oid': {'type': 'bigint', 'reader': 'number'},
    'numeric': {'type': 'decimal(p,s)', 'reader': 'number'},
    'real': {'type': 'float', 'reader': 'number'},
    'double precision': {'type': 'double', 'reader': 'number'},
    'boolean': {'type': 'boolean', 'reader': 'boolean_text'},
    'date': {'type': 'date', 'reader': 'date'},
    'timestamp without time zone': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
    'timestamp with time zone': {'type': 'timestamp', 'reader': 'offset_instant'},
    'time without time zone': {'type': 'bigint', 'reader': 'mysql_time'},
    'bytea': {'type': 'binary', 'reader': 'bytes'},
} -%}
{#- As text: money depends on the server's language, an interval has no length in days, bits have leading zeros. -#}
{%- for name in [
    'character', 'character varying', 'text', 'bpchar', 'name', 'char', 'citext', 'uuid', 'json', 'jsonb', 'xml', 'money', 'interval', 'time with time zone',
    'bit', 'bit varying', 'inet', 'cidr', 'macaddr', 'macaddr8', 'tsvector', 'tsquery', 'hstore', 'ltree', 'pg_lsn',
    'point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle',
    'int4range', 'int8range', 'numrange', 'tsrange', 'tstzrange', 'daterange',
    'int4multirange', 'int8multirange', 'nummultirange', 'tsmultirange', 'tstzmultirange', 'datemultirange',
] -%}
    {%- do types.update({name: {'type': 'string', 'reader': 'text'}}) -%}
{%- endfor -%}
{%- for short, name in {
    'int2': 'smallint', 'int4': 'integer', 'int': 'integer', 'int8': 'bigint', 'decimal': 'numeric', 'float4': 'real', 'float8': 'double precision', 'bool': 'boolean',
    'serial2': 'smallserial', 'serial4': 'serial', 'serial8': 'bigserial', 'varchar': 'character varying', 'varbit': 'bit varying',
    'timestamp': 'timestamp without time zone', 'timestamptz': 'timestamp with time zone', 'time': 'time without time zone', 'timetz': 'time with time zone',
}.items() -%}
    {%- do types.update({short: types[name]}) -%}
{%- endfor -%}
{#- Arrays, as PostgreSQL prints them: {1,2}. -#}
{%- for name in types | list -%}
    {%- do types.update({name ~ '[]': types.text, '_' ~ name: types.text}) -%}
{%- endfor -%}
{{- return(types) -}}
{%- endmacro -%}
