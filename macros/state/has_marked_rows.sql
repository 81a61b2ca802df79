{#- Whether rows are marked to be folded again, also by a run that was killed before it did. -#}
{%- macro has_marked_rows(rows) -%}
    {{- return(changefeed.high_water(rows, ['refold_batch_id'], where='refold_batch_id is not null')[0] > 0) -}}
{%- endmacro -%}
