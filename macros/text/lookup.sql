{%- macro lookup(expression, values) -%}
    case {{ expression }}{% for key, value in values.items() %} when '{{ key }}' then '{{ value }}'{% endfor %} end
{%- endmacro -%}
