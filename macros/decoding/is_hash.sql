{#- Whether a text has the form of what the mask hash makes. -#}
{%- macro is_hash(text) -%}
{{ text }} rlike r'^[0-9a-f]{64}\z'
{%- endmacro -%}
