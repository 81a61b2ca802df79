{#-
Stops a model before it writes, if its run has lost its claim of the warehouse to another. Renews the claim where the
last time was a while ago. `within` is for several models that write at the same time: if the run has looked at its
claim in the last so many seconds, this is not done again.
-#}
{%- macro hold_claim(within=0) -%}
    {%- set now = modules.datetime.datetime.now().timestamp() -%}
    {%- if changefeed.has_to_claim() and now - graph.get('changefeed_held ' ~ invocation_id, 0) >= within -%}
        {%- do graph.update({'changefeed_held ' ~ invocation_id: now}) -%}
        {%- set runs = source('changefeed_internal', 'runs') -%}
        {%- set own = run_query(
            'select count_if(ended_at is null) as n, max(good_until) < ' ~ changefeed.minutes_from_now(changefeed.claim_minutes() | int * 4 // 5)
            ~ ' as is_old from ' ~ runs ~ ' where run_id = ' ~ changefeed.sql_string(invocation_id)
        ).rows[0] -%}
        {%- if not own['n'] -%}
            {%- do graph.update({'changefeed_held ' ~ invocation_id: 0}) -%}
            {{- exceptions.raise_compiler_error(
                'Another run has taken over the warehouse from this one, which stops here. What this one committed stays; the other goes on from there.'
            ) -}}
        {%- elif own['is_old'] -%}
            {%- do run_query(changefeed.renew_claim(runs, invocation_id, changefeed.claim_minutes())) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}
