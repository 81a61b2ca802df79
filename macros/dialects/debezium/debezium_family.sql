{#-
What all share that write Debezium's envelope, with the schema ({schema, payload}) or without. Terms: body (the envelope, wherever it is), table, key_row (the columns
of the Kafka key), old_key_row (of the key before a change of key), scales (column → scale, of decimals that are sent as bytes), operation, position (what
orders changes at the source), is_row, is_partial. Rows of a dialect of the family are read by debezium_rows().
-#}
{%- macro debezium_family(sender) -%}
{%- set body = {
    'before': 'map<string,string>', 'after': 'map<string,string>', 'source': 'map<string,string>', 'op': 'text',
    'transaction': 'map<string,string>', 'ts_ms': 'string', 'ddl': 'text', 'databaseName': 'text', 'schemaName': 'text', 'tableChanges': 'string',
    'status': 'text', 'id': 'string',
} -%}
{#- Flink's debezium-json has no source: its topic is the table's. -#}
{%- set table -%}
if(debezium_body.source is null and debezium_body.op in ('c', 'r', 'u', 'd'), element_at(split(topic, '[.]'), -1), debezium_body.source['table'])
{%- endset -%}
    {{- return({
        'envelope': {
            'name': 'debezium',
            'format': 'json_object',
            'members': dict(
                body,
                schema='struct<fields:array<struct<field:string,fields:array<struct<field:string,type:string,name:string,'
                    ~ 'parameters:map<string,string>,items:struct<type:string,name:string,parameters:map<string,string>>>>>>>',
                payload=body
            ),
        },
        'terms': {
            'body': 'coalesce(debezium.payload, named_struct(' ~ changefeed._members_of_body(body) ~ '))',
            'key_row': changefeed.debezium_key_row('cast(key as string)'),
            'table': table,
        },
        'faults': {
            'unknown_operation': {
                'when': 'debezium_operation is null',
                'detail': "concat('" ~ sender ~ " documents no op ', coalesce(debezium_body.op, 'null'), '.')",
            },
            'row_missing': {
                'when': "debezium_is_row and (debezium_body.op <> 'd' and debezium_body.after is null"
                    ~ " or debezium_body.op = 'd' and debezium_body.before is null and debezium_key_row is null)",
                'detail': "concat('A message with op ', debezium_body.op, ' of " ~ sender ~ " carries the row in ', if(debezium_body.op = 'd', 'before or in its Kafka key', 'after'),"
                    ~ " '; here it is absent or null. Check the source: its tables need a replica identity, or whole row images.')",
            },
            'before_missing': {
                'when': "debezium_is_row and debezium_body.op in ('u', 'd') and debezium_body.before is null and size(" ~ changefeed._declared_key() ~ ') = 0',
                'detail': "'The table is declared without a key, and the message lacks the row before: without it nobody knows which row is meant."
                    ~ " Set REPLICA IDENTITY FULL (binlog_row_image=FULL) at the source, or declare a key in seeds/table_keys.csv.'",
            },
            'wrong_type': {
                'when': changefeed._names_no_table(),
                'detail': "'source of " ~ sender ~ " names connector, db, schema and table as texts; here one is another kind of JSON value.'",
            },
        },
        'changes': {
            'operation': 'debezium_operation',
            'source_database': "coalesce(debezium_body.source['db'], debezium_body.databaseName)",
            'source_schema': "coalesce(debezium_body.source['schema'], debezium_body.schemaName)",
            'source_table': 'debezium_table',
            'key_columns': 'map_keys(debezium_key_row)',
            'processed_at': changefeed.millis_to_timestamp('try_cast(debezium_body.ts_ms as bigint)'),
            'statement': "nullif(debezium_body.ddl, '')",
        },
    }) -}}
{%- endmacro -%}


{%- macro _members_of_body(body) -%}
    {%- set found = [] -%}
    {%- for name in body -%}
        {%- do found.append("'" ~ name ~ "', debezium." ~ name) -%}
    {%- endfor -%}
    {{- return(found | join(', ')) -}}
{%- endmacro -%}


{#- The key columns that table_keys.csv declares for a message's table. -#}
{%- macro _declared_key() -%}
{{ changefeed.declared_for_table('declared_keys', "coalesce(debezium_body.source['db'], '')", "coalesce(debezium_body.source['schema'], '')", 'debezium_table') }}
{%- endmacro -%}


{#- Whether a name of `source` may have been a number, an object or the like. Only a message with a name that looks like one is read again. -#}
{%- macro _names_no_table() -%}
{%- set names = ['connector', 'db', 'schema', 'table'] -%}
if(
    exists(array({% for name in names %}debezium_body.source['{{ name }}']{{ ', ' if not loop.last }}{% endfor %}), name -> coalesce({{ changefeed.looks_like_no_text('name') }}, false)),
    exists(
        array(from_json(
            value_text,
            'source map<string,variant>, payload struct<source:map<string,variant>>',
            {{ changefeed.json_options() }}
        )),
        sent -> exists(
            array({% for name in names %}coalesce(sent.source, sent.payload.source)['{{ name }}']{{ ', ' if not loop.last }}{% endfor %}),
            name -> name is not null and {{ changefeed.is_no_text('name') }}
        )
    ),
    false
)
{%- endmacro -%}
