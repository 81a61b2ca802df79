{#- A text that is another when a table of that name was made anew, and the same while its rows are changed. -#}
{%- macro identity_of_table(relation) -%}
    {{- return(run_query(changefeed.of_format('identity of a table', {'delta': 'describe detail ' ~ relation})).rows[0]['id']) -}}
{%- endmacro -%}
