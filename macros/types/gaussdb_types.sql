{#- GaussDB's types: PostgreSQL's, and those that it has beside them. Its DATE may hold a time (in a database that is compatible with Oracle), then its text is a wall time. -#}
{%- macro gaussdb_types() -%}
{%- set types = changefeed.postgresql_types() -%}
{%- do types.update({
    'tinyint': {'type': 'smallint', 'reader': 'number'},
    'int1': {'type': 'smallint', 'reader': 'number'},
    'int16': {'type': 'string', 'reader': 'number'},
    'binary_integer': types.integer,
    'number': types.numeric,
    'binary_double': types.float8,
    'date': {'type': 'date', 'reader': 'date'},
    'smalldatetime': types.timestamp,
    'nvarchar': types.text,
    'nvarchar2': types.text,
    'varchar2': types.text,
    'clob': types.text,
    'reltime': types.text,
    'hll': types.text,
    'raw': types.bytea,
    'blob': types.bytea,
}) -%}
{{- return(types) -}}
{%- endmacro -%}
