{#-
The halves of update pairs whose other half had not come when they were read last, up to a run. Every run that reads messages reads them again,
so those of a run are the ones that no later read batch claims.
-#}
{%- macro unpaired_updates(log, read_batches, decoded_batch_id) -%}
select halves.*
from {{ log }} as halves
left anti join {{ read_batches }} as again
    on
        halves.feed = again.feed
        and halves.topic = again.topic
        and halves.topic_incarnation = again.topic_incarnation
        and halves.partition = again.partition
        and halves.offset between again.first_offset and again.last_offset
        and halves.decode_batch_id < again.decode_batch_id
        and again.decode_batch_id <= {{ decoded_batch_id }}
        and again.kind <> 'new'
        and coalesce(again.retry_reason = halves.reason, true)
where
    halves.reason = 'unpaired_update'
{%- endmacro -%}
