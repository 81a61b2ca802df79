{#- A feed's options by name, from the text of options in its line: `name=value name=value`. -#}
{%- macro feed_options(options) -%}
str_to_map(nullif(trim({{ options }}), ''), ' +', '=')
{%- endmacro -%}
