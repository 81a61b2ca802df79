{#-
Whether a statement at a position has no number though rows of its feed have one: its dialect gives the milliseconds of
its second, and -1 for the counter.
-#}
{%- macro has_no_number(position) -%}
coalesce(size({{ position }}.sequence) = 2 and {{ position }}.sequence[1] = -1, false)
{%- endmacro -%}
