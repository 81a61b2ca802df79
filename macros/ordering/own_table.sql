{#-
A table that the model makes for itself while it is built, and drops behind it: the model's name, two underscores, and a
word.
-#}
{%- macro own_table(name) -%}
    {{- return(api.Relation.create(schema=this.schema, identifier=this.identifier ~ '__' ~ name)) -}}
{%- endmacro -%}
