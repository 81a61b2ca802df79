{#-
TiCDC's Simple protocol in JSON. Terms: operation; is_row; described (schema and table of a statement or a bootstrap);
database and table (of the row, or of what the message describes); commit_ts.
-#}
{%- macro ticdc_simple_dialect() -%}
{%- set operation = changefeed.lookup('simple.type', dict(
    {'INSERT': 'insert', 'UPDATE': 'update', 'DELETE': 'delete', 'WATERMARK': 'heartbeat', 'BOOTSTRAP': 'other'}, **changefeed.canal_statement_operations()
)) | trim -%}
{%- set terms -%}
-- operation
{{ operation }}
-- is_row
coalesce(simple_operation in ('insert', 'update', 'delete'), false)
-- described
from_json(coalesce(simple.tableSchema, simple.preTableSchema), 'schema string, table string', {{ changefeed.json_options() | trim }})
-- database
if(simple_is_row, simple.database, simple_described.schema)
-- table
if(simple_is_row, simple.table, simple_described.table)
-- commit_ts
if(simple.commitTs rlike r'^[1-9][0-9]{0,18}\z', simple.commitTs, null)
{%- endset -%}
{%- set changes -%}
-- operation
simple_operation
-- source_database
simple_database
-- source_table
simple_table
-- after_rows
if(simple_operation in ('insert', 'update'), array(simple.data), array())
-- before_rows
if(simple_operation in ('update', 'delete'), array(simple.old), array())
-- is_partial
simple_operation = 'delete' and coalesce(simple.handleKeyOnly, false)
-- column_types
if(simple_is_row or simple.tableSchema is null, null, concat('[', simple.tableSchema, ']'))
-- source_at
{{ changefeed.millis_to_timestamp('cast(simple_commit_ts as decimal(20,0)) div 262144') }}
-- processed_at
{{ changefeed.millis_to_timestamp('try_cast(simple.buildTs as bigint)') }}
-- source_sequence
if(simple_operation in ('heartbeat', 'other') or simple_commit_ts is null, null, {{ changefeed.ticdc_place('simple_operation', 'simple_commit_ts') }})
-- transaction_id
if(simple_operation in ('heartbeat', 'other'), null, simple_commit_ts)
-- statement
nullif(simple.sql, '')
-- statement_kind
if(simple_operation in ('ddl', 'truncate'), lower(simple.type), null)
{%- endset -%}
    {{- return({
        'name': 'ticdc_simple',
        'version': 2,
        'source_kinds': ['tidb'],
        'envelope': {
            'name': 'simple',
            'format': 'json_object',
            'members': {
                'version': 'string', 'database': 'text', 'table': 'text', 'type': 'text', 'sql': 'text', 'commitTs': 'string', 'buildTs': 'string', 'claimCheckLocation': 'text', 'handleKeyOnly': 'boolean',
                'data': 'map<string,string>', 'old': 'map<string,string>', 'tableSchema': 'string', 'preTableSchema': 'string',
            },
        },
        'members': ['commitTs', 'data', 'database', 'old', 'sql', 'table', 'type', 'version'],
        'signature': {'has': ['type', 'version', 'commitTs'], 'usually_has': ['buildTs']},
        'terms': changefeed.parts(terms),
        'faults': changefeed.ticdc_simple_faults(),
        'changes': changefeed.parts(changes),
        'described_tables': changefeed.ticdc_simple_described_tables,
        'types': changefeed.ticdc_simple_types(),
    }) -}}
{%- endmacro -%}
