{#-
An expression in which a name stands for the value of another expression. Spark copies the result of a lambda, but not
the values with which aggregate() begins and ends.
-#}
{%- macro bound(sql, name, expression) -%}
aggregate(array(), {{ sql }}, ({{ name }}, nothing) -> {{ name }}, {{ name }} -> {{ expression }})
{%- endmacro -%}
