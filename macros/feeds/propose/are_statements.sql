{#- Whether topics have statements, and no rows. -#}
{%- macro are_statements(topics) -%}
    {%- set said = topics | map(attribute='said') | list -%}
    {{- return(said | selectattr('has_statements') | list != [] and said | selectattr('has_rows') | list == []) -}}
{%- endmacro -%}
