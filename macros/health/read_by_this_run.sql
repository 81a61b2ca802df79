{#- The same on a column that numbers loads: whether the run has read the messages of a load. -#}
{%- macro read_by_this_run(column, read_batches) -%}
{%- if flags.WHICH != 'build' or flags.FULL_REFRESH -%}
true
{%- else -%}
    {%- set is_new = "kind in ('new', 'redecode') and decode_batch_id = " ~ changefeed.newest_read_batch(read_batches) -%}
    {%- set first = changefeed.high_water(read_batches, ['-first_batch_id'], where=is_new)[0] -%}
{{- column ~ ' >= ' ~ -first if first else 'false' -}}
{%- endif -%}
{%- endmacro -%}
