{#-
Qlik Replicate's data messages in JSON, with the Replicate envelope around them or without. Terms: body (data,
beforeData and headers, wherever the message has them); operation; is_row; parts (of the topic's name); own_key (the key
that the feed declares); row (the row after, or of a delete the row that is gone); masks (whether each column of the row
is in the message, in the order of the row; NULL where columnMask does not say it of each); unsent (names of columns
that are not in the message); is_unclear (whether columnMask says that columns are not in the message, and not which).
-#}
{%- macro qlik_replicate_dialect() -%}
{%- set body = {
    'data': 'map<string,string>', 'beforeData': 'map<string,string>',
    'headers': {'operation': 'text', 'changeSequence': 'text', 'timestamp': 'text', 'transactionId': 'text', 'columnMask': 'text'},
} -%}
{%- set named = changefeed.table_of_parts('qlik_parts') -%}
{#-
The mask has a bit for each column of the table. In one byte the lowest is that of the first column. Of several bytes
Qlik's document and its messages do not agree on the order, but how many bits are set is certain.
-#}
{%- set count = "aggregate(split(qlik_body.headers.columnMask, ''), 0, (sum, digit) -> sum + coalesce(bit_count(cast(conv(digit, 16, 10) as int)), 0))" -%}
{%- set sent = 'map_filter({}, (name, text) -> not array_contains(qlik_unsent, name))' -%}
{%- set terms -%}
-- body
coalesce(qlik.message, struct(qlik.{{ body | join(', qlik.') }}))
-- operation
if(
    qlik.type = 'MD',
    'other',
    {{ changefeed.lookup('qlik_body.headers.operation', {'REFRESH': 'snapshot', 'INSERT': 'insert', 'UPDATE': 'update', 'DELETE': 'delete'}) | indent(4) }}
)
-- is_row
coalesce(qlik_operation in ('snapshot', 'insert', 'update', 'delete'), false)
-- parts
if(value_text is null or qlik_operation <=> 'other', null, split(topic, '[.]'))
-- own_key
{{ changefeed.declared_for_table('declared_keys', named.database, named.schema, named.table) }}
-- row
if(qlik_operation = 'delete', coalesce(qlik_body.data, qlik_body.beforeData), qlik_body.data)
-- masks
case
    when not coalesce(qlik_operation in ('update', 'delete'), false) or coalesce(qlik_body.headers.columnMask, '') = '' or {{ count }} >= size(qlik_row) then transform(map_keys(qlik_row), name -> true)
    when length(qlik_body.headers.columnMask) = 2 and size(qlik_row) <= 8 then transform(
        map_keys(qlik_row), (name, place) -> shiftright(cast(conv(qlik_body.headers.columnMask, 16, 10) as int), place) % 2 = 1
    )
    when {{ count }} = size(filter(map_values(qlik_row), text -> text is not null)) then transform(map_values(qlik_row), text -> text is not null)
end
-- unsent
coalesce(filter(map_keys(qlik_row), (name, place) -> not qlik_masks[place]), array())
-- is_unclear
qlik_row is not null and (qlik_masks is null or exists(qlik_unsent, name -> qlik_row[name] is not null))
{%- endset -%}
{%- set changes -%}
-- operation
qlik_operation
-- source_database
{{ named.database }}
-- source_schema
{{ named.schema }}
-- source_table
{{ named.table }}
-- after_rows
if(qlik_operation in ('snapshot', 'insert', 'update'), array({{ sent.format('qlik_row') }}), array())
-- before_rows
case when qlik_operation = 'delete' then array({{ sent.format('qlik_row') }}) when qlik_operation = 'update' and qlik_body.beforeData is not null then array({{ sent.format('qlik_body.beforeData') }}) else array() end
-- is_partial
if(qlik_operation is null, null, size(qlik_unsent) > 0)
-- source_at
{{ changefeed.text_to_timestamp('qlik_body.headers.timestamp', "'UTC'") }}
-- source_sequence
if(qlik_operation in ('insert', 'update', 'delete') and not options['order'] <=> 'offset', array(cast(qlik_body.headers.changeSequence as decimal(38,0))), null)
-- transaction_id
nullif(qlik_body.headers.transactionId, '')
{%- endset -%}
    {{- return({
        'name': 'qlik_replicate',
        'version': 1,
        'source_kinds': ['oracle', 'sqlserver', 'mysql', 'mariadb', 'postgresql', 'db2'],
        'envelope': {'name': 'qlik', 'format': 'json_object', 'members': dict(body, magic='text', type='text', message=body)},
        'members': body | list + ['magic', 'type', 'message'],
        'signature': {'has': [['message', 'headers']], 'usually_has': [['magic', 'beforeData']], 'says': [
            "coalesce(get_json_object(json, '$.magic') = 'atMSG', get_json_object(json, '$.headers.operation') is not null)",
        ]},
        'options': {
            'order': {
                'values': ['sequence', 'offset'],
                'default': 'sequence',
                'meaning': "what orders changes: changeSequence, or Kafka's offset and time. offset if one feed has the topics of several tasks",
            },
        },
        'terms': changefeed.parts(terms),
        'faults': changefeed.qlik_replicate_faults(),
        'changes': changefeed.parts(changes),
        'types': changefeed.qlik_replicate_types(),
    }) -}}
{%- endmacro -%}
