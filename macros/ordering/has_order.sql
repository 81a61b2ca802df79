{#-
Two values, each true or none: whether any feed has an epoch after the first, and whether any change has a rank. Asked
once in a run, by models that run after source_epochs and concurrent_changes.
-#}
{%- macro has_order(epochs, ranks) -%}
    {%- set facts = [changefeed.fact_of_run(epochs, '*', 'since is not null'), changefeed.fact_of_run(ranks, '*', "what = 'rank'")] -%}
    {%- if none not in facts -%}{{ return([true if facts[0] else none, true if facts[1] else none]) }}{%- endif -%}
    {{- return(changefeed.ask(
        'order',
        'select (select true from ' ~ epochs ~ " where since is not null limit 1), (select true from " ~ ranks ~ " where what = 'rank' limit 1)",
        [[true, true]],
        once=true
    )[0]) -}}
{%- endmacro -%}
