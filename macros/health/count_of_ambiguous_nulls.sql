{#- How many NULLs of changes may be none, by their dialects: an aggregate over rows of the log, called decoded. -#}
{%- macro count_of_ambiguous_nulls() -%}
coalesce(sum(case decoded.dialect
    {%- for dialect in changefeed.dialects() if dialect.ambiguous_nulls %}
    when '{{ dialect.name }}' then {{ dialect.ambiguous_nulls | indent(4) }}
    {%- endfor %}
    else 0
end), 0)
{%- endmacro -%}
