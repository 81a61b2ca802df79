{#-
The tables to which loads and runs add files. A load that runs at the same time only appends to the landing tables.
-#}
{%- macro growing_tables() -%}
    {%- set tables = [source('changefeed', 'messages'), source('changefeed', 'rejected_lines'), source('changefeed_internal', 'runs')] -%}
    {%- for node in graph.nodes.values() | sort(attribute='alias') if node.package_name == 'changefeed' and node.config.materialized in ('log', 'fold') -%}
        {%- do tables.append(api.Relation.create(schema=node.schema, identifier=node.alias)) -%}
    {%- endfor -%}
    {{- return(tables) -}}
{%- endmacro -%}
