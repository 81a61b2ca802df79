{#-
The version of the decoder of a dialect. The comparison of images has a version of its own, which is added for rows
without a key.
-#}
{%- macro decoder_version(dialect, dialects) -%}
    case {{ dialect }}{% for each in dialects %} when '{{ each.name }}' then {{ each.version }}{% endfor %} end + if(size(key_columns) = 0, 1, 0)
{%- endmacro -%}
