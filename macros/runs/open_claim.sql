{#-
A query: the claim of the run that holds the warehouse (run_id, run_by, started_at), and whether that run is dead. It is
dead if it was to renew the claim by now and did not, or if its process was on this machine and is gone.
-#}
{%- macro open_claim(runs) -%}
{%- set gone = "try_reflect('java.lang.ProcessHandle', 'of', process) = 'Optional.empty'" -%}
select
    run_id,
    run_by,
    started_at,
    coalesce(good_until_at_last < current_timestamp(), false)
    or coalesce(host = {{ changefeed.this_host() }} and {{ gone }}, false) as is_dead
from (select *, max(good_until) over (partition by run_id) as good_until_at_last from {{ runs }})
where ended_at is null
{%- endmacro -%}
