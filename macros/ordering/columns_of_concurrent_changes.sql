{#- The columns of concurrent_changes that only some kinds of its rows have, each with its type. -#}
{%- macro columns_of_concurrent_changes() -%}
    {{- return({
        'topic': 'string', 'topic_incarnation': 'string', 'partition': 'int', 'offset': 'bigint', 'message_index': 'int',
        'concurrent_rank': 'int', 'batch_id': 'bigint', 'decode_batch_id': 'bigint',
        'kind': 'string', 'source_database': 'string', 'source_schema': 'string', 'source_table': 'string',
        'object': 'string', 'state_before': 'string', 'changes': 'int', 'orders': 'int',
    }) -}}
{%- endmacro -%}
