{#-
A statement: claims the warehouse where no run holds it. The claim is good for some minutes, unless it is renewed. Where
Spark's Java process ends with the run, the claim can name it: `process` has what this_process() gives there, host and
id. These are values: a merge into some tables takes no expression whose value is not known before.
-#}
{%- macro claim(runs, run_id, run_by, minutes, process={}) -%}
{{ changefeed.insert_if_none(runs, 'stored.ended_at is null', {
    'run_id': changefeed.sql_string(run_id), 'run_by': changefeed.sql_string(run_by), 'started_at': 'current_timestamp()',
    'host': changefeed.sql_string(process.host) if process.host else 'cast(null as string)',
    'process': 'cast(' ~ (process.id or 'null') ~ ' as bigint)',
    'good_until': changefeed.minutes_from_now(minutes),
}) }}
{%- endmacro -%}
