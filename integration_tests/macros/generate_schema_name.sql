{#-
As many projects have it: a schema that a model names is called so, without the profile's before it. The package's stay
where its loader looks.
-#}
{%- macro generate_schema_name(custom_schema_name, node) -%}
    {{ custom_schema_name or target.schema }}
{%- endmacro -%}
