{%- macro create_landing_tables() -%}
    {%- if execute -%}
        {%- set landing = changefeed.landing_sources() -%}
        {%- set schema = (landing | selectattr('source_name', 'equalto', 'changefeed') | first).schema -%}
        {%- if load_relation(api.Relation.create(schema=schema, identifier='rerankings')) is not none
            or load_relation(api.Relation.create(schema=schema ~ '_internal', identifier='rerankings')) is not none -%}
            {{- exceptions.raise_compiler_error(
                'the schemas ' ~ schema ~ ' and ' ~ schema ~ '_internal were made by an earlier version. Keep ' ~ schema
                ~ ".messages, drop the other tables, and build all from the messages: docs/how-to/operate.md, \"A warehouse of an earlier version\""
            ) -}}
        {%- endif -%}
        {%- for source in landing %}
            {%- set relation = api.Relation.create(schema=source.schema, identifier=source.identifier) -%}
            {%- if load_relation(relation) is none -%}
                {%- do adapter.create_schema(relation) -%}
                {%- set columns -%}
                    {%- for column in source.columns.values() -%}
                        `{{ column.name }}` {{ column.data_type }}{{ ', ' if not loop.last }}
                    {%- endfor -%}
                {%- endset -%}
                {%- do run_query(changefeed.create_table(relation, columns)) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}
