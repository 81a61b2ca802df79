{#-
The rows that answer a question that a model asks while it renders. This is the one place where such a question is
asked; its name stands before the query, for people who look at Spark's statements. A unit test has no relation that
could be asked: there the rows are those of facts(), or `usual`.
-#}
{%- macro ask(question, query, usual=[], once=false) -%}
    {%- set facts = changefeed.facts() -%}
    {%- if facts is not none -%}{{ return(facts.get(question, usual)) }}{%- endif -%}
    {{- return(changefeed.asked_once(query, question) if once else run_query('/* ' ~ question ~ ' */ ' ~ query).rows) -}}
{%- endmacro -%}
