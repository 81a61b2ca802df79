{#- Whether two positions have one sequence, so that one may be a copy's. -#}
{%- macro has_same_sequence(one, other) -%}
coalesce({{ one }}.epoch = {{ other }}.epoch and {{ one }}.sequence = {{ other }}.sequence, false)
{%- endmacro -%}
