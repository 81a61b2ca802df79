{#- The log beside the windows, which can't be a ref here: the log depends on the windows. -#}
{%- macro log_of(windows) -%}
    {{- return(api.Relation.create(schema=windows.schema, identifier='decoded')) -}}
{%- endmacro -%}
