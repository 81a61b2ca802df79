{#-
OceanBase types and how OMS writes them in its formats with text and JSON numbers, as its document's tables print them ("Format
of data transmitted from OceanBase Database to text protocols"): the Spark type that holds every value, and how the text reads.
In MySQL mode also the names that OMS's own samples print (int64). (p) and (s) stand for the type's own arguments.
-#}
{%- macro oceanbase_types(source_kind) -%}
{%- set readers = {
    'number': 'java_number',
    'instant': 'epoch_instant',
    'mysql_enum': 'text',
    'mysql_set': 'text',
    'latin1_bytes': 'base64_bytes',
} -%}
{%- if source_kind == 'oceanbase_oracle' -%}
    {{- return({
        'integer': {'type': 'decimal(38,0)', 'reader': 'java_number'},
        'number': {'type': 'decimal(p,s)', 'reader': 'java_number'},
        'float': {'type': 'string', 'reader': 'java_number'},
        'binary_float': {'type': 'float', 'reader': 'number'},
        'binary_double': {'type': 'double', 'reader': 'number'},
        'char': {'type': 'string', 'reader': 'text'},
        'nchar': {'type': 'string', 'reader': 'text'},
        'varchar': {'type': 'string', 'reader': 'text'},
        'varchar2': {'type': 'string', 'reader': 'text'},
        'nvarchar2': {'type': 'string', 'reader': 'text'},
        'interval': {'type': 'string', 'reader': 'text'},
        'clob': {'type': 'string', 'reader': 'text'},
        'nclob': {'type': 'string', 'reader': 'text'},
        'text': {'type': 'string', 'reader': 'text'},
        'rowid': {'type': 'string', 'reader': 'text'},
        'urowid': {'type': 'string', 'reader': 'text'},
        'blob': {'type': 'binary', 'reader': 'base64_bytes'},
        'bfile': {'type': 'binary', 'reader': 'base64_bytes'},
        'raw': {'type': 'binary', 'reader': 'base64_bytes'},
        'date': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
        'timestamp': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
        'timestamp with time zone': {'type': 'timestamp', 'reader': 'zoned_instant'},
        'timestamp with local time zone': {'type': 'timestamp', 'reader': 'zoned_instant'},
    }) -}}
{%- endif -%}
{%- set types = {} -%}
{%- for name, known in changefeed.mysql_types().items() if name != 'geometry' -%}
    {%- do types.update({name: dict(known, reader=readers.get(known.reader, known.reader))}) -%}
{%- endfor -%}
{%- do types.update({
    'bool': types.tinyint,
    'boolean': types.tinyint,
    'int64': types.bigint,
    'bit': {'type': 'decimal(20,0)', 'reader': 'base64_bits'},
}) -%}
{{- return(types) -}}
{%- endmacro -%}
