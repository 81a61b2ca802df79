{#-
The schemas of the folder schemas/, as the loader last read them, looked up while the project compiles: name → text
(JSON, in canonical form), schema (the same as a dict), fingerprint, fault (why the file is no schema, or NULL).
-#}
{%- macro landed_schemas() -%}
    {%- set found = {} -%}
    {%- if execute -%}
        {%- set source = changefeed.landing_sources() | selectattr('name', 'equalto', 'schemas') | first -%}
        {%- set table = api.Relation.create(schema=source.schema, identifier=source.identifier) -%}
        {%- if load_relation(table) is not none -%}
            {%- for row in changefeed.ask('schemas', 'select name, text, fingerprint, fault from ' ~ table ~ ' order by name') -%}
                {%- do found.update({row['name']: {
                    'text': row['text'],
                    'schema': fromjson(row['text']) if row['text'] else none,
                    'fingerprint': row['fingerprint'],
                    'fault': row['fault'],
                }}) -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}
