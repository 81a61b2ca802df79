{#- The columns that decoding takes from a message and its feed, besides the value, and passes on with each change. -#}
{%- macro message_columns() -%}
    {{- return([
        'feed', 'dialect', 'source_kind', 'topic', 'topic_incarnation', 'partition', 'offset',
        'kafka_at', 'landed_at', 'batch_id', 'ordered_at', 'decode_batch_id',
    ]) -}}
{%- endmacro -%}
