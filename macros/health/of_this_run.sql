{#-
A condition on a column that numbers runs. Within `dbt build`, and so within `changefeed run`, a test looks at what the
run has written: a round costs what is new. Every other command looks at all.
-#}
{%- macro of_this_run(column, read_batches) -%}
{{- column ~ ' = ' ~ changefeed.newest_read_batch(read_batches) if flags.WHICH == 'build' and not flags.FULL_REFRESH else 'true' -}}
{%- endmacro -%}
