{#- The image that a change gives its row. For a delete, it is what the delete knows of the row. -#}
{%- macro image_of_change() -%}
coalesce(after, before, cast(map() as map<string,string>))
{%- endmacro -%}
