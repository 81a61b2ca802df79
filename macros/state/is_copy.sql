{#-
Whether a change is a copy: it has the sequence of an earlier change of the same row, the same place in the message and
the same step. The first in order is the original, and counts.
-#}
{%- macro is_copy() -%}
position.sequence is not null and row_number() over (
    partition by
        {{ changefeed.identity_columns() | join(', ') }},
        position.epoch, position.sequence, position.message_index, position.step
    order by position
) > 1
{%- endmacro -%}
