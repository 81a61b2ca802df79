{#-
Claims a shared warehouse for this run. Where another run holds the warehouse, it stops this run, with the name of the
other, unless that is dead. The claim is one merge, which compares and writes: of two runs that see no claim, one
commits. What it logs tells the loader, which then renews the claim and ends it (changefeed/runs/claims.py).
-#}
{%- macro claim_run() -%}
    {%- if changefeed.has_to_claim() -%}
        {%- set runs = source('changefeed_internal', 'runs') -%}
        {%- set lacking = changefeed.complete_runs(runs, adapter.get_columns_in_relation(runs) | map(attribute='name') | list) -%}
        {%- if lacking -%}{%- do run_query(lacking) -%}{%- endif -%}
        {%- set process = run_query(changefeed.this_process()).rows[0] if changefeed._is_here() else {} -%}
        {%- set claim = changefeed.claim(
            runs, invocation_id, changefeed.said_by_command('run_by', 'dbt on its own'), changefeed.claim_minutes(),
            {'host': process['host'], 'id': process['id']} if process else {}
        ) -%}
        {%- do run_query(claim) -%}
        {%- set holder = run_query(changefeed.open_claim(runs)).rows[0] -%}
        {%- set is_asked = holder['run_id'] == var('changefeed_take_over', '') -%}
        {%- set is_taken_over = holder['run_id'] != invocation_id and (holder['is_dead'] or is_asked) -%}
        {%- if is_taken_over -%}
            {%- do log('  takes over from ' ~ holder['run_by'] ~ ', since ' ~ holder['started_at'] ~ ' UTC', info=true) -%}
            {%- do run_query(changefeed.end_claim(runs, holder['run_id'], 'taken over')) -%}
            {%- do run_query(claim) -%}
            {%- set holder = run_query(changefeed.open_claim(runs)).rows[0] -%}
        {%- endif -%}
        {%- if holder['run_id'] != invocation_id -%}
            {{- exceptions.raise_compiler_error(
                'The warehouse is in use by ' ~ holder['run_by'] ~ ', since ' ~ holder['started_at'] ~ ' UTC. Wait until it ends. '
                ~ 'If it died, a later run takes over by itself (docs/how-to/operate.md, "Two runs"); to take over now: '
                ~ '`changefeed run --take-over ' ~ holder['run_id'] ~ '` (or --vars "changefeed_take_over: ' ~ holder['run_id'] ~ '" for dbt).'
            ) -}}
        {%- endif -%}
        {%- do log('changefeed has claimed the warehouse' ~ (', taken over' if is_taken_over else '')) -%}
    {%- endif -%}
{%- endmacro -%}


{#- Whether Spark's statements run in a Java process that ends with this run: not in a server, nor on a cluster. -#}
{%- macro _is_here() -%}
    {%- set output = adapter.config.credentials -%}
    {%- set master = (output.server_side_parameters or {}).get('spark.master') or '' -%}
    {{- return(output.method == 'session' and master.split('[')[0] == 'local') -}}
{%- endmacro -%}
