{#- A text that is another when a table of that name was made anew, and the same while its rows are changed. -#}
{%- macro identity_of_table(relation) -%}
    {{- return(run_query('describe detail ' ~ relation).rows[0]['id']) -}}
{%- endmacro -%}
