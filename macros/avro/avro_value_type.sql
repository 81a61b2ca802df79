{#-
The schema of values that are not null: the branch of a union that is not null, and the schema that a name stands for.
-#}
{%- macro avro_value_type(schema, named) -%}
    {%- set branches = changefeed.avro_branches(schema) if schema is not string and schema is not mapping else [schema] -%}
    {{- return(changefeed.avro_type(branches[0], named)) -}}
{%- endmacro -%}
