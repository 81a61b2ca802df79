{#- A table of the project that can't be a ref, for it depends on this one. What people read is in another schema. -#}
{%- macro beside(relation, name, is_public=false) -%}
    {{- return(api.Relation.create(
        schema=changefeed.generate_schema_name(none, none) | trim if is_public else relation.schema, identifier=name
    )) -}}
{%- endmacro -%}
