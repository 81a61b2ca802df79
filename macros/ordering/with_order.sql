{#-
Changes or statements of the log with their whole position: with the epoch of their feed, and with their rank among
changes of the same time. Neither is known when a message is decoded, and new messages can change both.

- epochs: the relation source_epochs, or none where no feed has an epoch after the first.
- ranks: the relation concurrent_changes, or none where no rank can matter.
- record: SQL that has the columns of the Kafka record. A version has them in its position.

Both relations are small. Joins without loops keep the plan of the log in one piece.
-#}
{%- macro with_order(log, epochs=none, ranks=none, record='log') -%}
select
    log.* except (position),
    {{ 'ranks.ranked_batch_id' if ranks else 'cast(null as bigint)' }} as ranked_batch_id,
    named_struct(
        'epoch', {{ 'coalesce(epochs.epoch, 0)' if epochs else '0' }},
        'sequence', log.position.sequence,
        'ordered_at', log.position.ordered_at,
        'concurrent_rank', {{ 'ranks.concurrent_rank' if ranks else 'cast(null as int)' }},
        {%- for part in ['topic', 'topic_incarnation', 'partition', 'offset', 'message_index', 'step'] %}
        '{{ part }}', log.position.{{ part }}{{ ',' if not loop.last }}
        {%- endfor %}
    ) as position
from {{ log }} as log
{%- if epochs %}
left join ({{ changefeed.epoch_spans(epochs) }}) as epochs
    on log.feed = epochs.feed and log.position.ordered_at >= epochs.since and log.position.ordered_at < epochs.until
{%- endif %}
{%- if ranks %}
left join ({{ changefeed.latest_ranks(ranks) }}) as ranks
    on {{ changefeed.is_same_record('log', 'ranks', record) }}
{%- endif %}
{%- endmacro -%}
