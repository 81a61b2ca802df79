{#-
Where a model or source of this package stands, as the graph says: for what is asked of more models than one depends on.
A unit test has no graph: there it is none.
-#}
{%- macro relation_of(name) -%}
    {%- for node in (graph.get('nodes', {}).values() | list) + (graph.get('sources', {}).values() | list) if node.name == name and node.package_name == 'changefeed' -%}
        {{- return(node.relation_name) -}}
    {%- endfor -%}
{%- endmacro -%}
