{%- macro create_landing_tables() -%}
    {%- if execute -%}
        {%- set landing = changefeed.landing_sources() -%}
        {%- set schema = (landing | selectattr('source_name', 'equalto', 'changefeed') | first).schema -%}
        {%- if load_relation(api.Relation.create(schema=schema, identifier='rerankings')) is not none -%}
            {{- exceptions.raise_compiler_error(
                'the internal tables of this warehouse are in the schema ' ~ schema ~ ', where an earlier version made them. How they move to '
                ~ schema ~ '_internal: docs/guides/operate.md, "A warehouse from before the internal schema"'
            ) -}}
        {%- endif -%}
        {%- for source in landing %}
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
