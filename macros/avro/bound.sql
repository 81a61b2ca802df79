{#-
An expression in which a name stands for the value of another one. Spark copies what a lambda gives, but not what
aggregate() begins and ends with.
-#}
{%- macro bound(sql, name, expression) -%}
aggregate(array(), {{ sql }}, ({{ name }}, nothing) -> {{ name }}, {{ name }} -> {{ expression }})
{%- endmacro -%}
