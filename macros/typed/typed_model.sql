{#- The model of this name that the graph has, of this package first: its yml says what the columns are. -#}
{%- macro typed_model(name) -%}
    {%- set found = graph.nodes.values() | selectattr('resource_type', 'equalto', 'model') | selectattr('name', 'equalto', name) | list -%}
    {%- set own = found | selectattr('package_name', 'equalto', model.package_name) | list -%}
    {{- return((own or found)[0]) -}}
{%- endmacro -%}
