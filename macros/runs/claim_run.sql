{#-
Claims a shared warehouse for this run. Where another run holds the warehouse, it stops this run, with the name of the
other. The claim is one merge, which compares and writes: of two runs that see no claim, one commits.
-#}
{%- macro claim_run() -%}
    {%- if changefeed.has_to_claim() -%}
        {%- set runs = source('changefeed_internal', 'runs') -%}
        {%- if env_var('CHANGEFEED_TAKE_OVER', '') -%}
            {%- do run_query('update ' ~ runs ~ " set ended_at = current_timestamp(), outcome = 'taken over' where ended_at is null") -%}
        {%- endif -%}
        {%- do run_query(changefeed.claim(runs, invocation_id, env_var('CHANGEFEED_RUN_BY', 'dbt on its own'))) -%}
        {%- set holder = run_query('select run_id, run_by, started_at from ' ~ runs ~ ' where ended_at is null').rows[0] -%}
        {%- if holder['run_id'] != invocation_id -%}
            {{- exceptions.raise_compiler_error(
                'The warehouse is in use by ' ~ holder['run_by'] ~ ', since ' ~ holder['started_at'] ~ ' UTC. Wait until it ends. '
                ~ 'If that process is dead, take over: `changefeed run --take-over` (or CHANGEFEED_TAKE_OVER=yes for dbt).'
            ) -}}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}
