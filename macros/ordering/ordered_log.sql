{#-
The log with whole positions, for the models of one run. This is the view ordered_changes, or the log without joins
where no feed has an epoch and no change a rank. The joins of the view take a small run a second.
-#}
{%- macro ordered_log(log, ordered, epochs, ranks) -%}
    {%- if not changefeed.is_readable(epochs) or not changefeed.is_readable(ranks) -%}{{ return(ordered) }}{%- endif -%}
    {%- set has_epochs, has_ranks = changefeed.has_order(epochs, ranks) -%}
    {{- return(ordered if has_epochs or has_ranks else '(' ~ changefeed.with_order(log) ~ ')') -}}
{%- endmacro -%}
