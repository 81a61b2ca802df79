{#-
OMS's DebeziumSmt kind: the columns of the row and __deleted, nothing else. The table is the last part of the topic's name, the key is declared. An insert cannot
be told from an update, so in a table without a key neither can be applied.
-#}
{%- macro oms_debezium_smt_dialect() -%}
{%- set row = "map_filter(flat, (name, text) -> name <> '__deleted')" -%}
    {{- return({
        'name': 'oms_debezium_smt',
        'version': 1,
        'source_kinds': ['oceanbase_mysql'],
        'envelope': {'name': 'flat', 'format': 'json_map'},
        'signature': {'has': ['__deleted']},
        'terms': {'operation': changefeed.lookup("flat['__deleted']", {'true': 'delete', 'false': 'update'})},
        'faults': {
            'unknown_operation': {
                'when': 'flat_operation is null',
                'detail': "concat('__deleted of OMS is true or false, not ', coalesce(flat['__deleted'], 'null'), '.')",
            },
            'before_missing': {
                'when': "flat_operation = 'update' and size(" ~ changefeed.declared_for_table('declared_keys', "''", "''", "element_at(split(topic, '[.]'), -1)") ~ ') = 0',
                'detail': "'The table is declared without a key, and OMS sends in this kind neither the row before nor whether it is new: nobody knows which row is meant."
                    ~ " Declare a key in seeds/changefeed_table_keys.csv, or choose another serialization format.'",
            },
        },
        'changes': {
            'operation': 'flat_operation',
            'source_table': "element_at(split(topic, '[.]'), -1)",
            'after_rows': "if(flat_operation = 'delete', array(), array(" ~ row ~ '))',
            'before_rows': "if(flat_operation = 'delete', array(" ~ row ~ '), array())',
            'is_partial': 'false',
        },
        'types': changefeed.oms_debezium_types(),
    }) -}}
{%- endmacro -%}
