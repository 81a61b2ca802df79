{#- The branches of a union but null, in their order: member0, member1, … in Spark, unless there is but one. -#}
{%- macro avro_branches(schema) -%}
    {{- return(schema | reject('equalto', 'null') | list) -}}
{%- endmacro -%}
