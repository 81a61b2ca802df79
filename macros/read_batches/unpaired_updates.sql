{#-
The sides of update pairs whose other side had not come when they were last read, up to a run. Every run that reads
messages reads them again. So a row of the log counts only where no later read batch claims its message.
-#}
{%- macro unpaired_updates(log, read_batches, decoded_batch_id) -%}
select sides.*
from {{ log }} as sides
left anti join {{ read_batches }} as again
    on
        sides.feed = again.feed
        and sides.topic = again.topic
        and sides.topic_incarnation = again.topic_incarnation
        and sides.partition = again.partition
        and sides.offset between again.first_offset and again.last_offset
        and sides.decode_batch_id < again.decode_batch_id
        and again.decode_batch_id <= {{ decoded_batch_id }}
        and again.kind <> 'new'
        and coalesce(again.retry_reason = sides.reason, true)
where
    sides.reason = 'unpaired_update'
{%- endmacro -%}
