{#- Creates a schema wherever it has to be. dbt calls it for each schema of the project. -#}
{%- macro spark__create_schema(relation) -%}
    {%- for statement in changefeed.make_schema(relation.without_identifier() | string) -%}
        {%- do run_query(statement) -%}
    {%- endfor -%}
{%- endmacro -%}
