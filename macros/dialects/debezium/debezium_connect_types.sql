{#- Connect's own types, as a schema names them. They mean the same whatever the source is. -#}
{%- macro debezium_connect_types() -%}
    {{- return(['int8', 'int16', 'int32', 'int64', 'float32', 'float64', 'boolean', 'string', 'bytes', 'array', 'map', 'struct']) -}}
{%- endmacro -%}
