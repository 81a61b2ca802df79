{#-
Whether image_of_change() is whole, so that nothing of an earlier image shows through. In a table without a key every
image is whole.
-#}
{%- macro is_whole_change() -%}
(size(key_columns) = 0 or not is_partial)
{%- endmacro -%}
