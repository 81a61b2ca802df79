{#-
A text that is another when a table of that name was made anew, and the same while its rows are changed. Iceberg's own
identity of a table outlives `create or replace`.
-#}
{%- macro identity_of_table(relation) -%}
    {%- if changefeed.of_format('identity of a table', {'delta': true, 'iceberg': false}) -%}
        {{- return(run_query('describe detail ' ~ relation).rows[0]['id']) -}}
    {%- endif -%}
    {{- return(changefeed.properties_of_table(relation).get('changefeed.made_by', '')) -}}
{%- endmacro -%}
