{#-
The row of read_batches with which a run takes up the declarations of users. It reads no messages, but gives the run its
number.
-#}
{%- macro read_batch_of_declarations(decode_batch_id, declarations) -%}
select
    cast({{ decode_batch_id }} as bigint) as decode_batch_id,
    cast(null as string) as feed,
    cast(null as string) as topic,
    cast(null as string) as topic_incarnation,
    cast(null as int) as partition,
    cast(null as bigint) as first_batch_id,
    cast(null as bigint) as last_batch_id,
    cast(null as bigint) as first_offset,
    cast(null as bigint) as last_offset,
    cast(0 as bigint) as messages,
    cast(null as timestamp) as last_kafka_at,
    cast(null as timestamp) as previous_kafka_at,
    cast(0 as bigint) as late_clocks,
    'declared' as kind,
    cast(null as string) as retry_reason,
    cast({{ declarations }} as bigint) as declarations,
    current_timestamp() as opened_at
{%- endmacro -%}
