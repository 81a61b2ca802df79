{#- Whether a value of marked_members() is a text without a mark, because it does not begin like another JSON value. -#}
{%- macro is_plain_text(value) -%}
(not {{ value }} rlike r'^[-0-9tfn\[{]|^\x{FDD0}1')
{%- endmacro -%}
