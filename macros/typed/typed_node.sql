{#-
A typed model with the columns that its table has: those of its yml, and where it follows its source, those of the
source (followed_columns()).
-#}
{%- macro typed_node(node) -%}
    {%- set followed = changefeed.followed_columns(node) -%}
    {%- if not followed.columns and not followed.gone -%}{{- return(node) -}}{%- endif -%}
    {%- set columns = {} -%}
    {%- for name, column in node.columns.items() if name not in followed.gone -%}
        {%- do columns.update({name: followed.columns.get(name, column)}) -%}
    {%- endfor -%}
    {%- for name, column in followed.columns.items() -%}{%- do columns.update({name: column}) -%}{%- endfor -%}
    {{- return(dict(node, columns=columns)) -}}
{%- endmacro -%}
