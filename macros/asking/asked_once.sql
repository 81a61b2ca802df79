{#-
The rows of a query whose result is the same all through a run. The first call asks the query; later calls get the same
rows. Each query takes a tenth of a second or two, however small its result, and that is most of the time of a small run
(ADR 0028). The rows are kept in `graph`, the one object of dbt that all models of an invocation share.
-#}
{%- macro asked_once(query, question) -%}
    {%- set asked = graph.setdefault('changefeed_asked ' ~ invocation_id, {}) -%}
    {%- if query not in asked -%}
        {%- do asked.update({query: run_query('/* ' ~ question ~ ' */ ' ~ query).rows}) -%}
    {%- endif -%}
    {{- return(asked[query]) -}}
{%- endmacro -%}
