{#-
The greatest value of each of some columns, as numbers in the compiled SQL (0 where there is none). A literal lets Spark
skip files; a subquery does not.
-#}
{%- macro high_water(relation, columns, where='true', once=false, question='seen', usual=none) -%}
    {%- if not changefeed.is_readable(relation) -%}{{ return([0] * columns | length) }}{%- endif -%}
    {%- set facts = [] -%}
    {%- for column in columns -%}{%- do facts.append(changefeed.fact_of_run(relation, column, where)) -%}{%- endfor -%}
    {%- if none not in facts -%}{{ return(facts) }}{%- endif -%}
    {%- set expressions = [] -%}
    {%- for column in columns -%}
        {%- do expressions.append('coalesce(max(' ~ column ~ '), 0)') -%}
    {%- endfor -%}
    {%- set query = 'select ' ~ expressions | join(', ') ~ ' from ' ~ relation ~ ' where ' ~ where -%}
    {%- set values = [] -%}
    {%- for value in changefeed.ask(question, query, [usual or [0] * columns | length], once)[0] -%}
        {%- do values.append(value | int) -%}
    {%- endfor -%}
    {{- return(values) -}}
{%- endmacro -%}
