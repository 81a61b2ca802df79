{#-
Whether users ever declared a restart or a full load. Asked once in a run, by models that run after read_batches.
-#}
{%- macro has_declarations(read_batches) -%}
    {{- return(changefeed.high_water(read_batches, ['decode_batch_id', 'declarations'], once=true, question='read', usual=[1, 0])[1] > 0) -}}
{%- endmacro -%}
