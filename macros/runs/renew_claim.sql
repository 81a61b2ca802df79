{#-
A statement: says that a run lives, so that its claim is good for some minutes more. It appends a row, since models that
are built at the same time renew, too, and appends do not conflict; end_claim() removes such rows.
-#}
{%- macro renew_claim(runs, run_id, minutes) -%}
{{ changefeed.append_rows(runs, 'select ' ~ changefeed.sql_string(run_id) ~ " as run_id, '' as run_by, current_timestamp() as started_at, "
    ~ "current_timestamp() as ended_at, 'renewed' as outcome, cast(null as string) as host, cast(null as bigint) as process, "
    ~ changefeed.minutes_from_now(minutes) ~ ' as good_until') }}
{%- endmacro -%}
