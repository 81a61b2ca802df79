{%- macro claim(runs, run_id, run_by) -%}
{{ changefeed.insert_if_none(runs, 'stored.ended_at is null', {
    'run_id': changefeed.sql_string(run_id), 'run_by': changefeed.sql_string(run_by), 'started_at': 'current_timestamp()',
}) }}
{%- endmacro -%}
