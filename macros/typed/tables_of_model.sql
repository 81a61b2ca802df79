{#-
What a dict has of the source tables of a typed model: a list of [table, value]. Its keys are tables, as typed_facts()
has them.
-#}
{%- macro tables_of_model(node, by_table) -%}
    {%- set table = changefeed.table_of_model(node) -%}
    {%- set names = [table.feed, table.database or '', table.schema or '', table.table] -%}
    {%- if not table.shards -%}
        {%- set of_table = tojson(names) -%}
        {{- return([[of_table, by_table[of_table]]] if of_table in by_table else []) -}}
    {%- endif -%}
    {%- set found = [] -%}
    {%- set patterns = [] -%}
    {%- for name in names -%}
        {%- do patterns.append(modules.re.escape(name) if loop.first else changefeed.topic_regex(name)) -%}
    {%- endfor -%}
    {%- for of_table, value in by_table.items() | sort -%}
        {%- set fits = [] -%}
        {%- for part in fromjson(of_table) -%}
            {%- if modules.re.fullmatch(patterns[loop.index0], part, modules.re.DOTALL) -%}{%- do fits.append(part) -%}{%- endif -%}
        {%- endfor -%}
        {%- if fits | length == 4 -%}{%- do found.append([of_table, value]) -%}{%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
