{#- The place of a change in the one total order of its feed: compare positions with <, never their parts. -#}
{%- macro position() -%}
named_struct(
    'epoch', if(restarts is null, 0, size(filter(restarts, restarted_at -> restarted_at <= ordered_at))),
    'sequence', source_sequence,
    'ordered_at', ordered_at,
    'tie_rank', cast(null as int),
    'topic', topic,
    'topic_incarnation', topic_incarnation,
    'partition', partition,
    'offset', offset,
    'message_index', message_index,
    'step', step
)
{%- endmacro -%}
