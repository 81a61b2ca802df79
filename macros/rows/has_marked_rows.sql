{#- Whether rows are marked to be folded again. A run that was killed can also have left such marks. -#}
{%- macro has_marked_rows(rows) -%}
    {{- return(changefeed.high_water(rows, ['refold_batch_id'], where='refold_batch_id is not null', question='marked')[0] > 0) -}}
{%- endmacro -%}
