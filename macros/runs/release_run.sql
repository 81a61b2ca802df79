{#-
Ends this run's claim, and notes how the run went. A run that was refused, or that needed no claim, has none. It raises
where another run has taken over: then this one did not end well.
-#}
{%- macro release_run(results) -%}
    {%- if changefeed.has_to_claim() -%}
        {%- do changefeed.hold_claim() -%}
        {%- set failed = results | selectattr('status', 'in', ['error', 'fail', 'runtime error']) | list -%}
        {%- do run_query(changefeed.end_claim(source('changefeed_internal', 'runs'), invocation_id, 'failed' if failed else 'done')) -%}
        {%- do log('changefeed has let the warehouse go') -%}
    {%- endif -%}
{%- endmacro -%}
