{#-
Whether a text reads like a number, true, false, an object or an array, so that it may have been such a value. Spark
writes a number beyond its range as "Infinity", with the quotes.
-#}
{%- macro looks_like_not_string(text) -%}
{{ text }} rlike r'{{ changefeed.spelled_as_not_string() }}'
{%- endmacro -%}
