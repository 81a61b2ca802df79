{#-
Whether a mask is of the column `name`. What lies deeper in a document has the name of its column, and U+0000 before
the rest.
-#}
{%- macro is_of_mask(mask) -%}
{{ changefeed.like_pattern("lower(substring_index(name, '\\u0000', 1))", mask.column_name | lower) }}
{%- endmacro -%}
