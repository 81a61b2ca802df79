{#- The statements that give a kept table more columns, and columns wider types: name → type each. -#}
{%- macro alter_kept_table(relation, added, widened) -%}
    {%- set columns, statements = [], [] -%}
    {%- for name, type in added.items() -%}
        {%- do columns.append(changefeed.quoted_name(name) ~ ' ' ~ changefeed.kept_type(type)) -%}
    {%- endfor -%}
    {%- if columns -%}{%- do statements.append('alter table ' ~ relation ~ ' add columns (' ~ columns | join(', ') ~ ')') -%}{%- endif -%}
    {%- for name, type in widened.items() -%}
        {%- do statements.append('alter table ' ~ relation ~ ' alter column ' ~ changefeed.quoted_name(name) ~ ' type ' ~ changefeed.kept_type(type)) -%}
    {%- endfor -%}
    {{- return(statements) -}}
{%- endmacro -%}
