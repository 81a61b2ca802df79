{#- The properties that a table has, name → text. -#}
{%- macro properties_of_table(relation) -%}
    {%- set found = {} -%}
    {%- for row in run_query('show tblproperties ' ~ relation).rows -%}
        {%- do found.update({row[0]: row[1]}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
