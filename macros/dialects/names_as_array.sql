{#- Names of members as an array, which Spark makes once; the short spelling of a long list. -#}
{%- macro names_as_array(names) -%}
split('{{ names | join(',') }}', ',')
{%- endmacro -%}
