{#-
The kind of JSON value that a variant is, in Spark's words. An array or object is CONTAINER: Spark would describe all
that is in it, and a deep one ends the process.
-#}
{%- macro json_kind(variant) -%}
if(
    try_variant_get({{ variant }}, '$', 'array<variant>') is not null
    or try_variant_get({{ variant }}, '$', 'map<string,variant>') is not null,
    'CONTAINER',
    schema_of_variant({{ variant }})
)
{%- endmacro -%}
