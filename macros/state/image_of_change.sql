{#- The image that a change gives its row, or what a delete knows of it. -#}
{%- macro image_of_change() -%}
coalesce(after, before, cast(map() as map<string,string>))
{%- endmacro -%}
