{#- A condition on a column that numbers runs: whether a row is of this run, where tests look at that alone. -#}
{%- macro of_this_run(column, read_batches) -%}
{{- column ~ ' = ' ~ changefeed.newest_read_batch(read_batches) if changefeed.looks_at_the_run() else 'true' -}}
{%- endmacro -%}
