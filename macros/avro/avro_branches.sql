{#-
The branches of a union without null, in their order. Spark names them member0, member1, … unless there is only one.
-#}
{%- macro avro_branches(schema) -%}
    {{- return(schema | reject('equalto', 'null') | list) -}}
{%- endmacro -%}
