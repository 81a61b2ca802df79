{#-
The schemas in the folder schemas/ as the loader last read them, looked up while the project compiles: name → text (JSON, in its canonical form), schema (the
same as a dict), fingerprint, fault (why it is none, or NULL).
-#}
{%- macro landed_schemas() -%}
    {%- set found = {} -%}
    {%- set table = api.Relation.create(schema=target.schema, identifier='schemas') -%}
    {%- if execute and load_relation(table) is not none -%}
        {%- for row in run_query('select name, text, fingerprint, fault from ' ~ table ~ ' order by name').rows -%}
            {%- do found.update({row['name']: {
                'text': row['text'],
                'schema': fromjson(row['text']) if row['text'] else none,
                'fingerprint': row['fingerprint'],
                'fault': row['fault'],
            }}) -%}
        {%- endfor -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}
