{#- How many restarts and full loads users have declared so far. -#}
{%- macro declarations() -%}
    {%- set restarts, sweeps = source('changefeed_internal', 'restarts'), source('changefeed_internal', 'sweeps') -%}
    {%- if not changefeed.is_readable(restarts) or not changefeed.is_readable(sweeps) -%}{{ return(0) }}{%- endif -%}
    {%- set facts = [changefeed.fact_of_run(restarts, '*'), changefeed.fact_of_run(sweeps, '*')] -%}
    {%- if none not in facts -%}{{ return(facts | sum) }}{%- endif -%}
    {{- return(changefeed.ask(
        'declarations', 'select (select count(*) from ' ~ restarts ~ ') + (select count(*) from ' ~ sweeps ~ ')', [[0]]
    )[0][0] | int) -}}
{%- endmacro -%}
