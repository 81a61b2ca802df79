{#-
Raises where a model has the name of a landing table. dbt would replace the table by the model, and the landed messages
would be gone. dbt itself does not notice such a clash: it compares only models and seeds.
-#}
{%- macro refuse_taken_names() -%}
    {%- if execute -%}
        {%- set landing = [] -%}
        {%- for source in changefeed.landing_sources() -%}
            {%- do landing.append((source.schema ~ '.' ~ source.identifier) | lower) -%}
        {%- endfor -%}
        {%- for node in graph.nodes.values() if node.resource_type in ['model', 'seed', 'snapshot'] and node.config.materialized != 'ephemeral' -%}
            {%- if (node.schema ~ '.' ~ node.alias) | lower in landing -%}
                {{- exceptions.raise_compiler_error(
                    'the ' ~ node.resource_type ~ ' ' ~ node.name ~ ' (' ~ node.original_file_path ~ ') would take the place of ' ~ node.schema ~ '.' ~ node.alias
                    ~ ', where changefeed keeps landed messages. Give it another alias, or give your models a schema of their own (+schema in dbt_project.yml),'
                    ~ ' or give changefeed one (the variable changefeed_schema; docs/how-to/where-it-runs.md)'
                ) -}}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}
