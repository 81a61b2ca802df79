{#- Whether a value is a text that begins as no other JSON value does, so that it has no mark. -#}
{%- macro is_plain_text(value) -%}
(not {{ value }} rlike r'^[-0-9tfn\[{]|^\x{FDD0}1')
{%- endmacro -%}
