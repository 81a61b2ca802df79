{#-
Where a model or source of this package stands, as the graph says: for what is asked of more models than one depends on.
-#}
{%- macro relation_of(name) -%}
    {%- for node in (graph.nodes.values() | list) + (graph.sources.values() | list) if node.name == name and node.package_name == 'changefeed' -%}
        {{- return(node.relation_name) -}}
    {%- endfor -%}
{%- endmacro -%}
