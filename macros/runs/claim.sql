{%- macro claim(runs, run_id, run_by) -%}
merge into {{ runs }} as runs
using (select {{ changefeed.sql_string(run_id) }} as run_id, {{ changefeed.sql_string(run_by) }} as run_by) as new
on runs.ended_at is null
when not matched then insert (run_id, run_by, started_at) values (new.run_id, new.run_by, current_timestamp())
{%- endmacro -%}
