{#-
MongoDB's types by their aliases ($type): the Spark type that holds every value, and how the text reads that drs_mongo keeps of it. A document has no
declared types: a value of another type than the column's is NULL there, and kept. (p) and (s) stand for the type's own arguments.
-#}
{%- macro mongodb_types() -%}
{%- set types = {
    'int': {'type': 'int', 'reader': 'bson_number'},
    'long': {'type': 'bigint', 'reader': 'bson_number'},
    'double': {'type': 'double', 'reader': 'bson_number'},
    'decimal': {'type': 'decimal(p,s)', 'reader': 'bson_number'},
    'bool': {'type': 'boolean', 'reader': 'boolean_text'},
    'date': {'type': 'timestamp', 'reader': 'bson_date'},
    'objectid': {'type': 'string', 'reader': 'bson_object_id'},
    'string': {'type': 'string', 'reader': 'bson_string'},
    'bindata': {'type': 'binary', 'reader': 'bson_binary'},
    'uuid': {'type': 'string', 'reader': 'bson_uuid'},
} -%}
{#- As JSON text. -#}
{%- for name in ['object', 'array', 'timestamp', 'regex', 'javascript', 'symbol', 'dbpointer', 'minkey', 'maxkey', 'undefined', 'text'] -%}
    {%- do types.update({name: {'type': 'string', 'reader': 'text'}}) -%}
{%- endfor -%}
{{- return(types) -}}
{%- endmacro -%}
