{#-
The quarantined messages that a run may read again, from `decoded` as the last run left it. These are all open messages;
where only sides of update pairs are tried again, they are the sides that wait. `open` is the dict of
open_read_batches().
-#}
{%- macro quarantine_to_retry(log, read_batches, decoded_batch_id, open) -%}
{%- if open.retried_reasons == ['unpaired_update'] -%}
select
    feed,
    topic,
    topic_incarnation,
    partition,
    offset,
    max(reason) as reason,
    max(batch_id) as batch_id,
    max(position.ordered_at) as ordered_at
from (
    {{ changefeed.unpaired_updates(log, read_batches, decoded_batch_id) | indent(4) }}
)
group by feed, topic, topic_incarnation, partition, offset
{%- else -%}
{{ changefeed.open_quarantine(log) }}
{%- endif -%}
{%- endmacro -%}
