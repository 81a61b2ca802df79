{#-
The log with whole positions, for the models of one run: the view ordered_changes, or, where no feed has an epoch and no
change a rank, the log itself with neither. The view's joins cost a small run a second.
-#}
{%- macro ordered_log(log, ordered, epochs, ranks) -%}
    {%- if not changefeed.is_readable(epochs) or not changefeed.is_readable(ranks) -%}{{ return(ordered) }}{%- endif -%}
    {%- set has_epochs, has_ranks = changefeed.has_order(epochs, ranks) -%}
    {{- return(ordered if has_epochs or has_ranks else '(' ~ changefeed.with_order(log) ~ ')') -}}
{%- endmacro -%}
