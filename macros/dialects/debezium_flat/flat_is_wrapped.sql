{#- Whether the message has its schema beside it, or the number that Apicurio's registry has for it. -#}
{%- macro flat_is_wrapped() -%}
(size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId')))
{%- endmacro -%}
