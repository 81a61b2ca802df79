{%- macro decoder_version(dialect, dialects) -%}
    case {{ dialect }}{% for each in dialects %} when '{{ each.name }}' then {{ each.version }}{% endfor %} end
{%- endmacro -%}
