{#-
Changes of rows, each with is_copy: whether an earlier delivery has it already. A copy has the sequence of the other
change, the same place in the message, the same step, and says the same of the same row. Two changes can have all that:
rows of one transaction can have one sequence. Such changes were delivered together. A producer that sends a stretch
again was stopped before, so a change that comes more than a fifth of a second (of Kafka's time) after the one before it
is of a later delivery; where there is no time, each change is of its own. A delivery can have changes that the earlier
ones lack, where they were cut.
-#}
{%- macro with_copies(changes) -%}
{%- set same -%}
{{ changefeed.identity_columns() | join(', ') }}, position.epoch, position.sequence, position.message_index, position.step, said
{%- endset -%}
select
    * except (said, is_later, delivery, place_in_delivery),
    position.sequence is not null and row_number() over (partition by {{ same }}, place_in_delivery order by position) > 1 as is_copy
from (
    select *, row_number() over (partition by {{ same }}, delivery order by position) as place_in_delivery
    from (
        select *, count_if(is_later) over (partition by {{ same }} order by position) as delivery
        from (
            select
                *,
                position.ordered_at > lag(position.ordered_at) over (partition by {{ same }} order by position) + interval 200 milliseconds
                or position.ordered_at <= timestamp '1970-01-01' as is_later
            from (
                select *, xxhash64(operation, array_sort(map_entries({{ changefeed.image_of_change() }}))) as said
                from {{ changes }}
            )
        )
    )
)
{%- endmacro -%}
