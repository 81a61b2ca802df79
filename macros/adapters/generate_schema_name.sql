{#-
The schema of a model of this package: the schema that the variable changefeed_schema names, or else the profile's
schema, or a schema beside it whose name begins with it. dbt asks the package's own macro for the package's models. So a
project that names its schemas in another way does not move tables that the loader looks for.
-#}
{%- macro generate_schema_name(custom_schema_name, node) -%}
    {{ var('changefeed_schema', none) or target.schema }}{{ '_' ~ custom_schema_name | trim if custom_schema_name is not none }}
{%- endmacro -%}
