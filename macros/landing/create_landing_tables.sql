{%- macro create_landing_tables() -%}
    {%- if execute -%}
        {%- for source in graph.sources.values() if source.source_name == 'changefeed' and source.package_name == 'changefeed' %}
            {%- set relation = api.Relation.create(schema=source.schema, identifier=source.identifier) -%}
            {%- if load_relation(relation) is none -%}
                {%- do run_query('create schema if not exists ' ~ relation.without_identifier()) -%}
                {%- set columns -%}
                    {%- for column in source.columns.values() -%}
                        `{{ column.name }}` {{ column.data_type }}{{ ', ' if not loop.last }}
                    {%- endfor -%}
                {%- endset -%}
                {%- do run_query('create table if not exists ' ~ relation ~ ' (' ~ columns ~ ') using delta') -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}
