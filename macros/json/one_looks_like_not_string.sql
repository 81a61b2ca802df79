{#-
Whether one of several texts, or lists of texts, is spelled so, or a line of one: never wrong when it says no. One look
at all of them, whatever is NULL.
-#}
{%- macro one_looks_like_not_string(values) -%}
concat_ws('\n', {{ values | join(', ') }}) rlike r'(?m){{ changefeed.spelled_as_not_string() }}'
{%- endmacro -%}
