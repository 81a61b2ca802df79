{#- Whether a text is a number, with an exponent or without. -#}
{%- macro is_number_text(text) -%}
{{ text }} rlike r'^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?\z'
{%- endmacro -%}
