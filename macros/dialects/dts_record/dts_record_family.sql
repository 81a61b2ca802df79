{#-
What DTS's Avro records and those of OMS share: the envelope (dts_record_shape()) and how a record is read. Terms:
operation; keys_by_name (name of a key → its columns); name_parts (the parts of the table's name; the name of a shard is
replaced by the name of its table).
-#}
{%- macro dts_record_family(service) -%}
{%- set operations = {
    'INSERT': 'insert', 'UPDATE': 'update', 'DELETE': 'delete', 'INIT': 'snapshot',
    'DDL': 'ddl', 'COMMAND': 'ddl',
    'BEGIN': 'begin', 'COMMIT': 'commit', 'ROLLBACK': 'rollback', 'ABORT': 'rollback',
    'HEARTBEAT': 'heartbeat',
    'CHECKPOINT': 'other', 'FILL': 'other', 'FINISH': 'other', 'CONTROL': 'other', 'RDB': 'other', 'NOOP': 'other',
} -%}
{%- set terms -%}
-- operation
case
    when dts_record.operation in ('DDL', 'COMMAND') and {{ changefeed.is_truncate('dts_record.statement') }} then 'truncate'
    else {{ changefeed.lookup('dts_record.operation', operations) }}
end
-- keys_by_name
from_json(nullif(trim(dts_record.tags['pk_uk_info']), ''), 'map<string,array<string>>', {{ changefeed.json_options() }})
{# A dot within a part is written as its escape (ObjectNameUtils of the SDK). #}
-- name_parts
transform(split(dts_record.objectName, '[.]'), part -> replace(part, r'\u002E', '.'))
{%- endset -%}
{%- set changes -%}
-- operation
coalesce(dts_record_operation, 'other')
-- source_database
coalesce(dts_record.tags['l_db_name'], if(dts_record_name_parts[0] = '', null, dts_record_name_parts[0]))
-- source_schema
if(size(dts_record_name_parts) = 3, dts_record_name_parts[1], null)
-- source_table
if(size(dts_record_name_parts) > 1, coalesce(dts_record.tags['l_tb_name'], element_at(dts_record_name_parts, -1)), null)
-- key_columns
if(size(dts_record_keys_by_name['PRIMARY']) > 0, dts_record_keys_by_name['PRIMARY'], null)
-- after_rows
dts_record.after_rows
-- before_rows
dts_record.before_rows
-- is_partial
dts_record.operation in ('UPDATE', 'DELETE') and dts_record.is_partial
-- column_types
dts_record.column_types
-- source_at
{{ changefeed.millis_to_timestamp('try_multiply(dts_record.sourceTimestamp, 1000L)') }}
-- processed_at
{{ changefeed.millis_to_timestamp("coalesce(element_at(dts_record.processTimestamps, -1), try_cast(dts_record.tags['readerThroughoutTime'] as bigint))") }}
-- transaction_id
coalesce(nullif(nullif(dts_record.sourceTxid, ''), '0'), dts_record.tags['GTID'])
-- statement
if(dts_record.is_row, null, nullif(dts_record.statement, ''))
-- statement_kind
if(dts_record.operation in ('DDL', 'COMMAND'), lower(dts_record.operation), null)
{%- endset -%}
    {{- return({
        'envelope': {
            'name': 'dts_record',
            'format': 'avro',
            'versions': [{'name': 'Record of DTS, with or without bornTimestamp', 'schema': changefeed.dts_record_schema(), 'may_append': 'long', 'shape': changefeed.dts_record_shape}],
        },
        'options': {
            'framing': {
                'values': ['none', 'confluent'],
                'default': 'none',
                'meaning': 'what precedes a record: nothing, or the five bytes of a Confluent schema registry',
            },
            'fraction': {
                'values': ['micros', 'nanos'],
                'is_optional': true,
                'meaning': 'in which unit the field millis of DateTime is, if the source does not say so',
            },
        },
        'terms': changefeed.parts(terms),
        'faults': changefeed.dts_record_faults(service),
        'changes': changefeed.parts(changes),
    }) -}}
{%- endmacro -%}
