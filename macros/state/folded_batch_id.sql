{#- How far the rows are folded before this run folds more. What was decoded later may not have been looked at, if a run was killed. -#}
{%- macro folded_batch_id(log) -%}
    {%- set rows = changefeed.beside(log, 'folded_rows') -%}
    {{- return(
        0 if not execute or should_full_refresh() or load_relation(rows) is none
        else changefeed.high_water(rows, ['applied_batch_id'], once=true)[0]
    ) -}}
{%- endmacro -%}
