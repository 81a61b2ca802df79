{#- Whether two positions have one epoch and one sequence, so that one of them may be of a copy. -#}
{%- macro has_same_sequence(one, other) -%}
coalesce({{ one }}.epoch = {{ other }}.epoch and {{ one }}.sequence = {{ other }}.sequence, false)
{%- endmacro -%}
