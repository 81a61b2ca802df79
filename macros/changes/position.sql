{#-
The place of a change in the one total order of its feed, as far as its message tells it. The view ordered_changes adds
the epoch and the rank (with_order()).
-#}
{%- macro position() -%}
named_struct(
    'sequence', source_sequence,
    'ordered_at', ordered_at,
    'topic', topic,
    'topic_incarnation', topic_incarnation,
    'partition', partition,
    'offset', offset,
    'message_index', message_index,
    'step', step
)
{%- endmacro -%}
