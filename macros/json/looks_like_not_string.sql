{#-
Whether a text is spelled as a number, true, false, an object or an array: then it may have been one. Of a number beyond
its range Spark makes "Infinity", with the quotes.
-#}
{%- macro looks_like_not_string(text) -%}
{{ text }} rlike r'{{ changefeed.spelled_as_not_string() }}'
{%- endmacro -%}
