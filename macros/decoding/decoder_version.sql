{#- How images of rows without key are compared has a version of its own, which theirs adds. -#}
{%- macro decoder_version(dialect, dialects) -%}
    case {{ dialect }}{% for each in dialects %} when '{{ each.name }}' then {{ each.version }}{% endfor %} end + if(size(key_columns) = 0, 1, 0)
{%- endmacro -%}
