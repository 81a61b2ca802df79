{#-
What the run found at its beginning of what acts on whole tables: how many actions, sweeps and reloads. none for what it
did not ask, or has written to since.
-#}
{%- macro facts_of_table_actions(actions, sweeps, reloads) -%}
    {{- return([
        changefeed.fact_of_run(actions, '*', "action <> 'create_table'"), changefeed.fact_of_run(sweeps, '*'),
        changefeed.fact_of_run(reloads, '*', "feed <> ''"),
    ]) -}}
{%- endmacro -%}
