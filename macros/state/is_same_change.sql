{#- Whether two positions of a row are of one change, or of a change and its copy. -#}
{%- macro is_same_change(one, other) -%}
(
    {{ one }} = {{ other }}
    or {{ changefeed.has_same_sequence(one, other) }}
    and {{ one }}.message_index = {{ other }}.message_index
    and {{ one }}.step = {{ other }}.step
)
{%- endmacro -%}
