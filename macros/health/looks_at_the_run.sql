{#-
Whether tests look at what the run has written alone: within `dbt build`, and so within `changefeed run`, a round costs
what is new. Every other command looks at all.
-#}
{%- macro looks_at_the_run() -%}
    {{- return(execute and flags.WHICH == 'build' and not flags.FULL_REFRESH) -}}
{%- endmacro -%}
