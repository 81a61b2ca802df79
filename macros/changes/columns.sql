{#-
The columns of a change, each once, in their order.

- type: the type in the log (`decoded`). `as` has the other type with which a relation shows the column. A preview
  shows arrays and maps as JSON text.
- in: the relations that show the column: the log (decoded), the view `changes` (changes), the previews (staged).
- is_said: a dialect may give the column, in its `changes`.

The meaning of a column is in models/_columns__docs.md, in the block col_<name>. tests/house/test_house.py compares the
yml of the models with this list.
-#}
{%- macro columns() -%}
    {%- set everywhere = ['decoded', 'changes', 'staged'] -%}
    {{- return([
        {'name': 'feed', 'type': 'string', 'in': everywhere},
        {'name': 'topic', 'type': 'string', 'in': everywhere},
        {'name': 'topic_incarnation', 'type': 'string', 'in': ['decoded', 'changes']},
        {'name': 'partition', 'type': 'int', 'in': everywhere},
        {'name': 'offset', 'type': 'bigint', 'in': everywhere},
        {'name': 'message_index', 'type': 'int', 'in': everywhere},
        {'name': 'step', 'type': 'int', 'in': everywhere},
        {'name': 'batch_id', 'type': 'bigint', 'in': ['decoded']},
        {'name': 'decode_batch_id', 'type': 'bigint', 'in': ['decoded', 'changes']},
        {'name': 'dialect', 'type': 'string', 'in': ['decoded', 'changes']},
        {'name': 'source_kind', 'type': 'string', 'in': ['decoded', 'changes']},
        {'name': 'source_database', 'type': 'string', 'in': everywhere, 'is_said': true},
        {'name': 'source_schema', 'type': 'string', 'in': everywhere, 'is_said': true},
        {'name': 'source_table', 'type': 'string', 'in': everywhere, 'is_said': true},
        {'name': 'operation', 'type': 'string', 'in': everywhere, 'is_said': true},
        {'name': 'reason', 'type': 'string', 'in': ['decoded', 'staged']},
        {'name': 'statement_kind', 'type': 'string', 'in': everywhere, 'is_said': true},
        {'name': 'row_key', 'type': 'string', 'in': everywhere},
        {'name': 'previous_row_key', 'type': 'string', 'in': everywhere},
        {'name': 'source_at', 'type': 'timestamp', 'in': everywhere, 'is_said': true},
        {'name': 'processed_at', 'type': 'timestamp', 'in': everywhere, 'is_said': true},
        {'name': 'kafka_at', 'type': 'timestamp', 'in': ['decoded', 'changes']},
        {'name': 'landed_at', 'type': 'timestamp', 'in': ['decoded', 'changes']},
        {'name': 'decoded_at', 'type': 'timestamp', 'in': ['decoded']},
        {'name': 'decoder_version', 'type': 'int', 'in': ['decoded', 'changes']},
        {'name': 'is_partial', 'type': 'boolean', 'in': everywhere, 'is_said': true},
        {'name': 'is_before_changed_only', 'type': 'boolean', 'in': ['decoded'], 'is_said': true},
        {'name': 'transaction_id', 'type': 'string', 'in': everywhere, 'is_said': true},
        {'name': 'source_server', 'type': 'string', 'in': ['decoded'], 'is_said': true},
        {'name': 'key_columns', 'type': 'array<string>', 'in': everywhere, 'is_said': true},
        {'name': 'source_sequence', 'type': 'array<decimal(38,0)>', 'in': everywhere, 'is_said': true},
        {'name': 'position', 'type': 'struct<sequence:array<decimal(38,0)>,ordered_at:timestamp,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>', 'in': ['decoded', 'changes'], 'as': {'changes': 'struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>'}},
        {'name': 'statement', 'type': 'string', 'in': everywhere, 'is_said': true},
        {'name': 'detail', 'type': 'string', 'in': ['decoded', 'staged']},
        {'name': 'key_left_out', 'type': 'string', 'in': ['changes'], 'is_said': true},
        {'name': 'column_types', 'type': 'string', 'in': everywhere, 'is_said': true, 'as': {'changes': 'map<string,string>'}},
        {'name': 'before', 'type': 'map<string,string>', 'in': everywhere},
        {'name': 'after', 'type': 'map<string,string>', 'in': everywhere},
    ]) -}}
{%- endmacro -%}
