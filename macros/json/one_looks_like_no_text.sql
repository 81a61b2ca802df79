{#- Whether one of several texts, or lists of texts, is spelled so, or a line of one: never wrong when it says no. One look at all of them, whatever is NULL. -#}
{%- macro one_looks_like_no_text(values) -%}
concat_ws('\n', {{ values | join(', ') }}) rlike r'(?m){{ changefeed.spelled_as_no_text() }}'
{%- endmacro -%}
