{#- Whether a change is a copy, sent again with the sequence of its original: the first in order counts. -#}
{%- macro is_copy() -%}
position.sequence is not null and row_number() over (
    partition by
        {{ changefeed.identity_columns() | join(', ') }},
        position.epoch, position.sequence, position.message_index, position.step
    order by position
) > 1
{%- endmacro -%}


{#- Whether two positions of a row are those of one change, or of it and a copy. -#}
{%- macro is_same_change(one, other) -%}
(
    {{ one }} = {{ other }}
    or {{ changefeed.has_same_sequence(one, other) }}
    and {{ one }}.message_index = {{ other }}.message_index
    and {{ one }}.step = {{ other }}.step
)
{%- endmacro -%}


{#- Whether two positions have one sequence, so that one may be a copy's. -#}
{%- macro has_same_sequence(one, other) -%}
coalesce({{ one }}.epoch = {{ other }}.epoch and {{ one }}.sequence = {{ other }}.sequence, false)
{%- endmacro -%}
