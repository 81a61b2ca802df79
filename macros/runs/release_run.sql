{#- Ends this run's claim, and notes how the run went. A run that was refused, or that needed no claim, has none. -#}
{%- macro release_run(results) -%}
    {%- if changefeed.has_to_claim() -%}
        {%- set failed = results | selectattr('status', 'in', ['error', 'fail', 'runtime error']) | list -%}
        {%- do run_query(
            'update ' ~ source('changefeed_internal', 'runs') ~ " set ended_at = current_timestamp(), outcome = '"
            ~ ('failed' if failed else 'done') ~ "' where run_id = '" ~ invocation_id ~ "' and ended_at is null"
        ) -%}
    {%- endif -%}
{%- endmacro -%}
