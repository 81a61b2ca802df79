{#-
A name in backticks, whatever characters it has. Names with a line break or with `${…}` are refused elsewhere: a line
break would be indented with the statement, and Spark replaces `${…}` in names too.
-#}
{%- macro quoted_name(name) -%}
`{{ name | replace('`', '``') }}`
{%- endmacro -%}
