{#- Whether a change is a copy, sent again with the sequence of its original: the first in order counts. -#}
{%- macro is_copy() -%}
position.sequence is not null and row_number() over (
    partition by
        {{ changefeed.identity_columns() | join(', ') }},
        position.epoch, position.sequence, position.message_index, position.step
    order by position
) > 1
{%- endmacro -%}
