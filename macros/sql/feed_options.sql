{#- A feed's options by name, from the text in which its line gives them: `name=value name=value`. -#}
{%- macro feed_options(options) -%}
str_to_map(nullif(trim({{ options }}), ''), ' +', '=')
{%- endmacro -%}
