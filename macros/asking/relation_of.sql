{#-
The relation of a model, seed or source of this package, as the graph says it: for what is asked of more models than one
depends on. A project can have the seeds in its own place. A unit test has no graph: there it is none.
-#}
{%- macro relation_of(name) -%}
    {%- for node in (graph.get('nodes', {}).values() | list) + (graph.get('sources', {}).values() | list) if node.name == name and (node.package_name == 'changefeed' or node.resource_type == 'seed') -%}
        {{- return(node.relation_name) -}}
    {%- endfor -%}
{%- endmacro -%}
