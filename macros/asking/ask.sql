{#-
The rows that answer a question that a model asks while it renders. This is the one place where such a question is
asked. A unit test has no relation that could be asked: there the rows are those of facts(), or `usual`.
-#}
{%- macro ask(question, query, usual=[], once=false) -%}
    {%- set facts = changefeed.facts() -%}
    {%- if facts is not none -%}{{ return(facts.get(question, usual)) }}{%- endif -%}
    {{- return(changefeed.asked_once(query) if once else run_query(query).rows) -}}
{%- endmacro -%}
