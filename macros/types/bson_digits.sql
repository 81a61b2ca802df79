{#- A number of which MongoDB's Extended JSON names the kind, without that; any other text as it is. -#}
{%- macro bson_digits(text) -%}
regexp_replace({{ text }}, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1')
{%- endmacro -%}
