{#-
A name in backticks, with the backticks in it doubled. The name must not have a line break, which would be indented with
the statement, nor `${…}`, which Spark replaces in names too.
-#}
{%- macro quoted_name(name) -%}
`{{ name | replace('`', '``') }}`
{%- endmacro -%}
