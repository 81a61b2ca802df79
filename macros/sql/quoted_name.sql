{#-
A name between backticks, whatever it holds: a line break would be indented with the statement, and Spark reads `${…}`
in names too, so those are refused.
-#}
{%- macro quoted_name(name) -%}
`{{ name | replace('`', '``') }}`
{%- endmacro -%}
