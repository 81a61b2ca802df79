{#-
What ask_facts_of_run() has found of a table, by an expression and a condition: a number. None where it was not asked,
and where this run has written to the table since.
-#}
{%- macro fact_of_run(relation, expression, where='true') -%}
    {%- set facts = graph.get('changefeed_facts ' ~ invocation_id, {}) if execute else {} -%}
    {%- set is_written = (relation | string) in graph.get('changefeed_written ' ~ invocation_id, []) if facts else true -%}
    {{- return(none if is_written else facts.get(relation ~ ' ' ~ expression ~ ' where ' ~ where)) -}}
{%- endmacro -%}
