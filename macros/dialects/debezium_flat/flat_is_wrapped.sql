{#- Whether the message has its schema beside it. -#}
{%- macro flat_is_wrapped() -%}
(size(names) = 2 and array_contains(names, 'payload') and array_contains(names, 'schema'))
{%- endmacro -%}
