{#- Whether nothing under that image shows through: rows without key are their image. -#}
{%- macro is_whole_change() -%}
(size(key_columns) = 0 or not is_partial)
{%- endmacro -%}
