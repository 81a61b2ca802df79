{#- Names of members as an SQL array. split() is the short spelling of a long list, and Spark makes the array once. -#}
{%- macro names_as_array(names) -%}
split('{{ names | join(',') }}', ',')
{%- endmacro -%}
