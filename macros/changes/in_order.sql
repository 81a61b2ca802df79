{#-
An array of structs in the order of some of their fields. Spark's own order compares all fields, and maps cannot be
compared.
-#}
{%- macro in_order(structs, by=['position']) -%}
{%- set one = 'struct(one.' ~ by | join(', one.') ~ ')' -%}
{%- set other = 'struct(other.' ~ by | join(', other.') ~ ')' -%}
array_sort(
    {{ structs | indent(4) }},
    (one, other) -> case when {{ one }} < {{ other }} then -1 when {{ one }} > {{ other }} then 1 else 0 end
)
{%- endmacro -%}
