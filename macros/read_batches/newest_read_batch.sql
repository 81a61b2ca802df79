{#-
The number of this run (decode_batch_id), from the newest read batch. Asked once in a run, by models that run after
read_batches.
-#}
{%- macro newest_read_batch(read_batches) -%}
    {{- return(changefeed.high_water(read_batches, ['decode_batch_id', 'declarations'], once=true, question='read', usual=[1, 0])[0]) -}}
{%- endmacro -%}
