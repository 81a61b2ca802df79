{#-
Oracle GoldenGate's JSON, one operation a message (format json, mode op), also as Kafka Connect writes it, in payload
beside its schema. Terms: sent (the members, wherever the message has them); name_parts (the parts of the table's
name); operation; is_row; after and before (the rows, without columns that are marked as missing; NULL where there is no
row); is_whole (whether a column that a row lacks is NULL); declared_key.
-#}
{%- macro ogg_dialect() -%}
{%- set body = {
    'table': 'text', 'op_type': 'text', 'op_ts': 'string', 'current_ts': 'string', 'pos': 'string', 'xid': 'string', 'csn': 'string',
    'primary_keys': 'array<text>', 'before': 'map<string,string>', 'after': 'map<string,string>',
} -%}
{%- set is_mysql = "source_kind in ('mysql', 'mariadb')" -%}
{%- set database = 'get(ogg_name_parts, size(ogg_name_parts) - if(' ~ is_mysql ~ ', 2, 3))' -%}
{%- set schema = 'if(' ~ is_mysql ~ ', null, get(ogg_name_parts, size(ogg_name_parts) - 2))' -%}
{%- set operation -%}
get(
    array('insert', 'update', 'delete', 'truncate'),
    cast(array_position(split(coalesce(options['operations'], 'I/U/D/T'), '/'), ogg_sent.op_type) as int) - 1
)
{%- endset -%}
{#- What the row after lacks, the row before may have. -#}
{%- set after_rows -%}
case ogg_operation
    when 'insert' then array(ogg_after)
    when 'update' then array(if(ogg_before is null or ogg_is_whole, ogg_after, {{ changefeed.overlay('ogg_before', 'ogg_after') }}))
    else array()
end
{%- endset -%}
{#- A change of key may be sent as a delete and an insert with one pos. -#}
{%- set sequence -%}
if(
    options['order'] <=> 'offset' or ogg_sent.pos is null,
    null,
    array(cast(ogg_sent.pos as decimal(38,0)), cast(if(ogg_operation = 'delete', 0, 1) as decimal(38,0)))
)
{%- endset -%}
    {{- return({
        'name': 'ogg',
        'version': 2,
        'source_kinds': ['oracle', 'mysql', 'mariadb', 'postgresql', 'sqlserver', 'db2'],
        'envelope': {
            'name': 'ogg',
            'format': 'json_object',
            'members': dict(body, payload=body),
        },
        'members': ['after', 'before', 'csn', 'current_ts', 'op_ts', 'op_type', 'pos', 'primary_keys', 'payload', 'schema', 'source', 'table', 'tokens', 'xid'],
        'signature': {'has': [['op_type', 'payload'], ['table', 'payload']], 'usually_has': [['before', 'after', 'op_ts', 'pos', 'payload']], 'says': [
            changefeed.debezium_member('op_type') ~ ' is not null',
        ]},
        'options': dict(changefeed.framing_option(), **{
            'absent_means': {
                'values': ['unchanged', 'as_null'],
                'default': 'unchanged',
                'meaning': "what a column means that a row lacks: unchanged, as the formatter leaves out what the trail does not hold, or NULL (omitNullValues=true with whole rows in the trail)",
            },
            'order': {
                'values': ['pos', 'offset'],
                'default': 'pos',
                'meaning': "what orders changes: pos, the place in the trail, or Kafka's offset and time. offset where one topic has the changes of several trails, such as of an initial load",
            },
            'operations': {
                'default': 'I/U/D/T',
                'meaning': 'insertOpKey, updateOpKey, deleteOpKey and truncateOpKey of the handler, in this order, with / between them',
            },
            'binaries': {
                'values': ['undeclared', 'base64', 'hex'],
                'default': 'undeclared',
                'meaning': 'how bytes (RAW, BLOB, …) are written; read by typed tables',
                'is_for_types': true,
            },
        }),
        'terms': {
            'sent': 'coalesce(ogg.payload, struct(ogg.' ~ body | join(', ogg.') ~ '))',
            'name_parts': "split(ogg_sent.table, '[.]')",
            'operation': operation,
            'is_row': "ogg_operation in ('insert', 'update', 'delete')",
            'after': changefeed.ogg_row('ogg_sent.after'),
            'before': changefeed.ogg_row('ogg_sent.before'),
            'is_whole': "options['absent_means'] <=> 'as_null'",
            'declared_key': changefeed.declared_for_table('declared_keys', database, schema, 'element_at(ogg_name_parts, -1)'),
        },
        'faults': changefeed.ogg_faults(),
        'changes': {
            'operation': 'ogg_operation',
            'source_database': database,
            'source_schema': schema,
            'source_table': 'element_at(ogg_name_parts, -1)',
            'key_columns': 'if(size(ogg_sent.primary_keys) > 0, ogg_sent.primary_keys, null)',
            'after_rows': after_rows,
            'before_rows': "if(ogg_operation in ('update', 'delete') and ogg_before is not null, array(ogg_before), array())",
            'is_partial': "coalesce(ogg_operation in ('update', 'delete'), false) and not ogg_is_whole",
            'source_at': changefeed.text_to_timestamp('ogg_sent.op_ts', "coalesce(time_zone, 'UTC')"),
            'processed_at': changefeed.text_to_timestamp('ogg_sent.current_ts', "coalesce(time_zone, 'UTC')"),
            'source_sequence': sequence,
            'transaction_id': 'coalesce(ogg_sent.xid, ogg_sent.csn)',
            'statement_kind': "if(ogg_operation = 'truncate', 'truncate', null)",
        },
        'types': changefeed.ogg_types(),
    }) -}}
{%- endmacro -%}
