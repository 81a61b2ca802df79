{%- macro same_row(one, other) -%}
    {%- for column in changefeed.identity_columns() %} and {{ one }}.{{ column }} = {{ other }}.{{ column }}{% endfor -%}
{%- endmacro -%}
