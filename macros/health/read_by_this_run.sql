{#- The same on a column that numbers loads: whether the run has read the messages of a load. -#}
{%- macro read_by_this_run(column, read_batches) -%}
{%- set is_of_run = changefeed.of_this_run('decode_batch_id', read_batches) -%}
{%- if is_of_run == 'true' -%}
true
{%- else -%}
    {%- set first = changefeed.high_water(read_batches, ['-first_batch_id'], where="kind in ('new', 'redecode') and " ~ is_of_run)[0] -%}
{{- column ~ ' >= ' ~ -first if first else 'false' -}}
{%- endif -%}
{%- endmacro -%}
