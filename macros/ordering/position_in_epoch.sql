{#-
A position before all changes of an epoch. With a time, it comes after the changes of the epoch that have no sequence
and an earlier time, and before all others of the epoch.
-#}
{%- macro position_in_epoch(epoch, ordered_at='null') -%}
named_struct(
    'epoch', {{ epoch }},
    'sequence', cast(null as array<decimal(38,0)>),
    'ordered_at', cast({{ ordered_at }} as timestamp),
    'concurrent_rank', cast(null as int),
    'topic', cast(null as string),
    'topic_incarnation', cast(null as string),
    'partition', cast(null as int),
    'offset', cast(null as bigint),
    'message_index', cast(null as int),
    'step', cast(null as int)
)
{%- endmacro -%}
