{#-
A query: what remains of erased messages, as the changes of the read batches that read these messages. A message that
was erased has no content to decode.
-#}
{%- macro changes_of_erased_messages(erased_messages, read_batches, is_again=false) -%}
select
    {{ changefeed.select_columns('decoded', {'decoded_at': 'current_timestamp()'}) | indent(4) }}
from (
    select
        erased_messages.* except (feed, decode_batch_id, reference),
        read_batches.feed,
        read_batches.decode_batch_id
    from {{ erased_messages }} as erased_messages
    inner join {{ read_batches }} as read_batches
        on
            erased_messages.topic = read_batches.topic
            and erased_messages.topic_incarnation = read_batches.topic_incarnation
            and erased_messages.partition = read_batches.partition
            and erased_messages.batch_id between read_batches.first_batch_id and read_batches.last_batch_id
            {%- if is_again %}
            and read_batches.kind <> 'retry'
            {%- endif %}
)
{%- endmacro -%}
