{#-
What a dialect says of a message: expressions over the message's parsed envelope, by these names. A message carries
one event, or as many row changes as the longer of after_rows and before_rows has elements (the two are paired by place).
-#}
{%- macro change_fields() -%}
    {{- return({
        'operation': 'string',
        'source_database': 'string',
        'source_schema': 'string',
        'source_table': 'string',
        'key_columns': 'array<string>',
        'key_left_out': 'string',
        'after_rows': 'array<map<string,string>>',
        'before_rows': 'array<map<string,string>>',
        'is_before_changed_only': 'boolean',
        'is_partial': 'boolean',
        'pair_half': 'string',
        'column_types': 'string',
        'source_at': 'timestamp',
        'processed_at': 'timestamp',
        'source_sequence': 'array<decimal(38,0)>',
        'transaction_id': 'string',
        'statement': 'string',
        'statement_kind': 'string',
    }) -}}
{%- endmacro -%}
