{#- Whether there are table-wide changes that the rows have not met. -#}
{%- macro has_new_actions(actions, applied_batch_id) -%}
    {{- return(changefeed.high_water(actions, ['decode_batch_id'], once=true)[0] > applied_batch_id) -}}
{%- endmacro -%}
