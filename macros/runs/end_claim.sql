{#- A statement: ends the claim of a run if it is open, and removes the rows that renewed it. -#}
{%- macro end_claim(runs, run_id, outcome) -%}
merge into {{ runs }} as runs
using (select {{ changefeed.sql_string(run_id) }} as run_id) as this
on runs.run_id = this.run_id
when matched and runs.outcome = 'renewed' then delete
when matched and runs.ended_at is null then update set ended_at = current_timestamp(), outcome = {{ changefeed.sql_string(outcome) }}
{%- endmacro -%}
