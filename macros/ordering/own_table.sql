{#-
A table that a model makes for itself while it is built, and then drops. The name is the model's name, two underscores
and a word.
-#}
{%- macro own_table(name) -%}
    {{- return(api.Relation.create(schema=this.schema, identifier=this.identifier ~ '__' ~ name)) -}}
{%- endmacro -%}
