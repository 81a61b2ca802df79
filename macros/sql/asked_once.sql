{#-
The rows of a query that finds the same all through a run: the first that wants to know asks it. However small the
answer, each look into a table takes a tenth of a second or two, and a small run is little else (ADR 0028). `graph` is
the one thing of dbt's that all models of an invocation share.
-#}
{%- macro asked_once(query) -%}
    {%- set asked = graph.setdefault('changefeed_asked ' ~ invocation_id, {}) -%}
    {%- if query not in asked -%}
        {%- do asked.update({query: run_query(query).rows}) -%}
    {%- endif -%}
    {{- return(asked[query]) -}}
{%- endmacro -%}
