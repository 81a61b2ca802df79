{#-
How the files of a kept typed table lie: the columns, or transforms, by which it is partitioned, and the columns by
which its rows are clustered.
-#}
{%- macro kept_layout(node) -%}
    {%- set found = {} -%}
    {%- set clustered_by = node.config.get('liquid_clustered_by') or node.config.get('clustered_by') or node.config.get('cluster_by') or [] -%}
    {%- for name, given in {'partition_by': node.config.get('partition_by') or [], 'clustered_by': clustered_by}.items() -%}
        {%- do found.update({name: [given] if given is string else given | list}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
