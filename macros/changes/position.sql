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


{#- A position before all changes of an epoch, or in it before those that have a sequence or a later time. -#}
{%- macro position_in_epoch(epoch, ordered_at='null') -%}
named_struct(
    'epoch', {{ epoch }},
    'sequence', cast(null as array<decimal(38,0)>),
    'ordered_at', cast({{ ordered_at }} as timestamp),
    'tie_rank', cast(null as int),
    'topic', cast(null as string),
    'topic_incarnation', cast(null as string),
    'partition', cast(null as int),
    'offset', cast(null as bigint),
    'message_index', cast(null as int),
    'step', cast(null as int)
)
{%- endmacro -%}
