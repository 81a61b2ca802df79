{#- A schema that is a name, as what it names. -#}
{%- macro avro_type(schema, named) -%}
    {{- return(named.get(schema, schema) if schema is string else schema) -}}
{%- endmacro -%}
