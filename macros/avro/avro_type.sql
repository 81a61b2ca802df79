{#- The schema that a name stands for; any other schema as it is. -#}
{%- macro avro_type(schema, named) -%}
    {{- return(named.get(schema, schema) if schema is string else schema) -}}
{%- endmacro -%}
