{#-
The digits of a number that Extended JSON writes as an object which names its kind, {"$numberDecimal":"1.10"}. Any other
text stays as it is.
-#}
{%- macro bson_digits(text) -%}
regexp_replace({{ text }}, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1')
{%- endmacro -%}
