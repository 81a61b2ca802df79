{%- macro decoder_version(dialect) -%}
    case {{ dialect }}{% for each in changefeed.dialects() %} when '{{ each.name }}' then {{ each.version }}{% endfor %} end
{%- endmacro -%}
