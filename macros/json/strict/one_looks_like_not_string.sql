{#-
Whether one of several texts, or of lists of texts, or a line of one, looks like another JSON value
(looks_like_not_string()). False is certain. All are searched at once; NULLs are skipped.
-#}
{%- macro one_looks_like_not_string(values) -%}
concat_ws('\n', {{ values | join(', ') }}) rlike r'(?m){{ changefeed.spelled_as_not_string() }}'
{%- endmacro -%}
