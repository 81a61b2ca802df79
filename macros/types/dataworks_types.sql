{#- DataWorks' six types, to which it maps those of every source: the Spark type that holds every value of it, and how its text reads. -#}
{%- macro dataworks_types() -%}
    {{- return({
        'boolean': {'type': 'boolean', 'reader': 'true_or_false'},
        'long': {'type': 'bigint', 'unsigned_type': 'decimal(20,0)', 'reader': 'number'},
        'double': {'type': 'double', 'reader': 'java_number'},
        'date': {'type': 'timestamp', 'reader': 'epoch_millis'},
        'bytes': {'type': 'binary', 'reader': 'base64_bytes'},
        'string': {'type': 'string', 'reader': 'text'},
    }) -}}
{%- endmacro -%}
