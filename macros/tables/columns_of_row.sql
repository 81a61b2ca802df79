{#- The columns of a typed table that say something of the row, not what is in it. -#}
{%- macro columns_of_row(node) -%}
    {%- set found = [] -%}
    {%- for name in ['_feed', '_operation', '_changed_at'] if name in node.columns and not node.columns[name].config.meta.get('source_type') -%}
        {%- do found.append(name) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
