{#-
Whether this dbt command has to claim the warehouse: it is shared, and the command builds something of changefeed, which
typed tables and the three seeds of a project are, too. `dbt retry` does not say what it builds.
-#}
{%- macro has_to_claim() -%}
    {%- if not execute or flags.WHICH not in ('build', 'run', 'retry') or not changefeed.is_shared() -%}
        {{- return(false) -}}
    {%- endif -%}
    {%- for id in selected_resources if id.split('.')[0] in ('model', 'seed', 'function') -%}
        {%- if changefeed.is_of_changefeed(graph.nodes.get(id, {'package_name': id.split('.')[1]})) -%}
            {{- return(true) -}}
        {%- endif -%}
    {%- endfor -%}
    {{- return(flags.WHICH == 'retry') -}}
{%- endmacro -%}
