{#-
Whether the statement at a position has no number of its own, though rows of its feed have one. The dialect of such a
statement gives it the milliseconds of its second, and -1 as counter.
-#}
{%- macro has_no_number(position) -%}
coalesce(size({{ position }}.sequence) = 2 and {{ position }}.sequence[1] = -1, false)
{%- endmacro -%}
