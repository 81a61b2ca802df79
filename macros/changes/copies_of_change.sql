{#-
How many copies of its image a change of a row without a key adds: 1, -1, or 0 for an update that leaves the row as it
was.
-#}
{%- macro copies_of_change() -%}
case
    when operation in ('insert', 'snapshot') or previous_row_key is not null then 1
    when after is null then -1
    else 0
end
{%- endmacro -%}
