{#- A statement: deletes the files that left a table longer ago than some hours. -#}
{%- macro remove_unused_files(relation, hours) -%}
    {{- return(changefeed.of_format('removal of unused files', {'delta': 'vacuum ' ~ relation ~ ' retain ' ~ hours ~ ' hours'})) -}}
{%- endmacro -%}
