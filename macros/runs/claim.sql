{#-
A statement: claims the warehouse where no run holds it. The claim is good for some minutes, unless it is renewed. Where
`is_here`, Spark's Java process ends with the run, so that the claim can name it.
-#}
{%- macro claim(runs, run_id, run_by, minutes, is_here=true) -%}
{%- set process = changefeed.this_process() if is_here else {} -%}
{{ changefeed.insert_if_none(runs, 'stored.ended_at is null', {
    'run_id': changefeed.sql_string(run_id), 'run_by': changefeed.sql_string(run_by), 'started_at': 'current_timestamp()',
    'host': process.get('host', 'cast(null as string)'), 'process': process.get('id', 'cast(null as bigint)'),
    'good_until': changefeed.minutes_from_now(minutes),
}) }}
{%- endmacro -%}
