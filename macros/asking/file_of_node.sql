{#- The file in which people say what a node is: its yml, or else the file that it is in. -#}
{%- macro file_of_node(node) -%}
    {{- return((node.patch_path or '').split('://')[-1] or node.original_file_path) -}}
{%- endmacro -%}
