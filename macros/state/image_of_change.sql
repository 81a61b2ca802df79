{#- The image that a change gives its row, or what a delete knows of it. -#}
{%- macro image_of_change() -%}
coalesce(after, before, cast(map() as map<string,string>))
{%- endmacro -%}


{#- Whether nothing under that image shows through: rows without key are their image. -#}
{%- macro is_whole_change() -%}
(size(key_columns) = 0 or not is_partial)
{%- endmacro -%}
