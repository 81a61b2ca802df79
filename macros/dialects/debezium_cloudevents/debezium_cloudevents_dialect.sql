{#-
Debezium's messages as its CloudEventsConverter writes them in JSON: what `source` has are attributes of the event, and
`data` has the rows, with a schema around them or without. Term body: op and the rows. What is not stated here is as in
debezium, in whose SQL the envelope is called dbz.
-#}
{%- macro debezium_cloudevents_dialect() -%}
{%- set base = changefeed.with_envelope_name(changefeed.debezium_dialect(), 'dbz', 'ce') -%}
{%- set rows = {'before': 'map<string,string>', 'after': 'map<string,string>'} -%}
{%- set attributes = {'op': 'text'} -%}
{%- set source = [] -%}
{%- for name in changefeed._source_of_events() -%}
    {%- set attribute = name | replace('_', '') -%}
    {%- do attributes.update({attribute: 'text' if name in ['connector', 'db', 'schema', 'table'] else 'string'}) -%}
    {%- do source.append("'" ~ name ~ "', ce.iodebezium" ~ attribute) -%}
{%- endfor -%}
{%- set members = {'specversion': 'string', 'datacontenttype': 'string', 'iodebeziumtxid': 'string'} -%}
{%- for name, type in attributes.items() -%}
    {%- do members.update({'iodebezium' ~ name: type}) -%}
{%- endfor -%}
{%- do members.update(data=dict(rows, schema=base.envelope.members.schema, payload=rows)) -%}
{%- set rows_as_sent -%}
{%- set type = 'before map<string,variant>,after map<string,variant>' -%}
transform(
    array(from_json(value_text, 'data struct<{{ type }},payload struct<{{ type }}>>', {{ changefeed.json_options() }}).data),
    sent -> if(sent.payload is null, array(sent.before, sent.after), array(sent.payload.before, sent.payload.after))
)[0]
{%- endset -%}
{%- set terms -%}
-- sent: none
-- body
struct(ce.iodebeziumop as op, if(ce.data.payload is null, ce.data.before, ce.data.payload.before) as before, if(ce.data.payload is null, ce.data.after, ce.data.payload.after) as after)
-- source
map({{ source | join(', ') }})
-- is_tidb: none
-- snapshot, is_load: taken
-- key_rows
transform(array(cast(key as string), if(ce_body.op = 'c', cast({{ changefeed.old_key_header() }} as string), null)), text -> {{ changefeed.debezium_key_row('text') }})
-- key_row, old_key_row, table: taken
-- own_key
{{ changefeed.declared_for_table('declared_keys', "ce_source['db']", "ce_source['schema']", 'ce_table') }}
-- repeats_a_name, has_non_string: none
-- sides
{{ base.terms.sides | replace('ce.schema', 'ce.data.schema') }}
-- types: taken
-- operation
if(
    ce_body.op in ('c', 'r') and ce_is_load,
    'snapshot',
    if(ce_body.op = 'c' and ce_old_key_row is not null, 'update', {{ changefeed.lookup('ce_body.op', {'c': 'insert', 'r': 'snapshot', 'u': 'update', 'd': 'delete', 't': 'truncate'}) }})
)
-- is_row: taken
-- is_foreign: none
-- shown, key_with, key_added, key_columns, key_left_out, wraps: taken
-- sequence
if(ce_is_load, null, {{ changefeed.debezium_position('ce_source') }})
-- placeholders, unsent, is_partial, after, before, rows, images: taken
-- digits
{{ changefeed.debezium_decimals_differ('array(ce_body.before, ce_body.after)', rows_as_sent, 'ce_types') }}
{%- endset -%}
{%- set changes -%}
-- operation: taken
-- source_database
ce_source['db']
-- source_schema
ce_source['schema']
-- source_table, key_columns, key_left_out, after_rows, before_rows, is_partial: taken
-- column_types
to_json(ce_types)
-- source_at: taken
-- processed_at: none
-- source_sequence
if(options['order'] <=> 'offset', null, {{ changefeed.debezium_place('ce_sequence') }})
-- statement, statement_kind: none
-- transaction_id
coalesce(ce.iodebeziumtxid, ce_source['gtid'], get_json_object(value_text, '$.iodebeziumtxId'))
-- source_server: taken
{%- endset -%}
    {{- return(changefeed.extend(base, dict(changefeed.debezium_readings(), **{
        'name': 'debezium_cloudevents',
        'version': 1,
        'source_kinds': base.source_kinds | reject('equalto', 'tidb') | list,
        'sent_kind': "ce_source['connector']",
        'sent_options': base.sent_options,
        'envelope': {'name': 'ce', 'format': 'json_object', 'members': members},
        'options': dict(changefeed.debezium_options(), deletes=none),
        'reads_tombstones': none,
        'members': ['specversion', 'id', 'source', 'type', 'data'],
        'signature': {'has': ['specversion'], 'says': ["get_json_object(json, '$.source') like '/debezium/%'"]},
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.debezium_cloudevents_faults(base.faults),
        'changes': changefeed.parts(changes, base.changes),
    }))) -}}
{%- endmacro -%}


{#-
The fields of `source` that are read. The attribute of one is called so behind iodebezium, without what is no letter or
digit; capitals stay. So source.txId is iodebeziumtxId, and iodebeziumtxid is the transaction's: Spark takes no struct
with both.
-#}
{%- macro _source_of_events() -%}
    {{- return([
        'connector', 'db', 'schema', 'table', 'snapshot', 'ts_ms', 'ts_us', 'server_id', 'file', 'pos', 'row', 'gtid', 'lsn', 'sequence',
        'change_lsn', 'commit_lsn', 'event_serial_no', 'scn', 'commit_scn', 'rs_id', 'ssn',
    ]) -}}
{%- endmacro -%}
