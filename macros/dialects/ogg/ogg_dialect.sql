{#-
Oracle GoldenGate's JSON, one operation a message (format json, mode op), also as Kafka Connect writes it, in payload
beside its schema. Terms: sent (the members, wherever the message has them); name_parts (the parts of the table's
name); operation; is_row; after and before (the rows, without columns that are marked as missing; NULL where there is no
row); is_whole (whether a column that a row lacks is NULL); declared_key.
-#}
{%- macro ogg_dialect() -%}
{%- set body = {
    'table': 'text', 'op_type': 'text', 'op_ts': 'string', 'current_ts': 'string', 'pos': 'string', 'xid': 'string', 'csn': 'string', 'scn': 'string',
    'primary_keys': 'array<text>', 'before': 'map<string,string>', 'after': 'map<string,string>',
} -%}
{%- set shared = changefeed.ogg_family('ogg', 'ogg_sent.op_type', 'ogg_sent.table', 'ogg_sent.pos', 'ogg_sent.op_ts', 'ogg_sent.current_ts') -%}
{%- set terms -%}
-- sent
coalesce(ogg.payload, struct(ogg.{{ body | join(', ogg.') }}))
-- name_parts, operation, is_row: taken
-- after
{{ changefeed.ogg_row('ogg_sent.after') }}
-- before
{{ changefeed.ogg_row('ogg_sent.before') }}
-- is_whole, declared_key: taken
{%- endset -%}
{%- set changes -%}
-- key_columns
if(size(ogg_sent.primary_keys) > 0, ogg_sent.primary_keys, null)
{# What the row after lacks, the row before may have. #}
-- after_rows
case ogg_operation
    when 'insert' then array(ogg_after)
    when 'update' then array(if(ogg_before is null or ogg_is_whole, ogg_after, {{ changefeed.overlay('ogg_before', 'ogg_after') }}))
    else array()
end
-- before_rows
if(ogg_operation in ('update', 'delete') and ogg_before is not null, array(ogg_before), array())
-- transaction_id
coalesce(ogg_sent.xid, ogg_sent.csn)
{%- endset -%}
    {{- return({
        'name': 'ogg',
        'version': 2,
        'source_kinds': shared.source_kinds,
        'envelope': {
            'name': 'ogg',
            'format': 'json_object',
            'members': dict(body, payload=body),
        },
        'members': ['after', 'before', 'csn', 'current_ts', 'op_ts', 'op_type', 'pos', 'primary_keys', 'payload', 'schema', 'source', 'table', 'tokens', 'xid'],
        'signature': {'has': [['op_type', 'payload'], ['table', 'payload']], 'usually_has': [['before', 'after', 'payload']], 'says': [
            changefeed.debezium_member('op_type') ~ ' is not null',
        ]},
        'options': shared.options,
        'terms': changefeed.parts(terms, shared.terms),
        'faults': changefeed.ogg_faults(shared.faults),
        'changes': dict(shared.changes, **changefeed.parts(changes)),
        'types': changefeed.ogg_types(),
    }) -}}
{%- endmacro -%}
