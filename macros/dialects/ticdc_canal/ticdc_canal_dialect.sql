{#-
TiCDC's Canal-JSON with the TiDB extension (enable-tidb-extension=true). Terms: operation, is_row, rows; tidb (the
extension); commit_ts (the commit of the transaction, by which TiDB orders all changes).
-#}
{%- macro ticdc_canal_dialect() -%}
{%- set base = changefeed.canal_family('TiCDC') -%}
{%- set terms -%}
-- operation
if(
    canal.isDdl,
    {{ changefeed.lookup('canal.type', changefeed.canal_statement_operations()) }},
    {{ changefeed.lookup('canal.type', {
        'INSERT': 'insert',
        'UPDATE': 'update',
        'DELETE': 'delete',
        'TIDB_WATERMARK': 'heartbeat',
    }) }}
)
-- is_row
not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE')
-- rows: taken
-- tidb
from_json(canal._tidb, 'commitTs string, onlyHandleKey string, claimCheckLocation string', {{ changefeed.json_options() }})
-- commit_ts
if(canal_tidb.commitTs rlike r'^[1-9][0-9]{0,18}\z', canal_tidb.commitTs, null)
{%- endset -%}
{%- set faults -%}
-- value_elsewhere
canal_tidb.claimCheckLocation is not null
-- value_elsewhere, in words
concat('The message is too large for the topic, and its row lies in ', canal_tidb.claimCheckLocation, ': it is not here. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.')
-- row_incomplete
canal_tidb.onlyHandleKey = 'true' and canal.type in ('INSERT', 'UPDATE')
-- row_incomplete, in words
'The message is too large for the topic, and TiCDC sent only the key of its row: the row as it stands is not known. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.'
-- sequence_missing
canal_commit_ts is null and canal.type <> 'TIDB_WATERMARK'
-- sequence_missing, in words
concat('A message of TiCDC has a whole number in commitTs of _tidb, by which changes are ordered; here it is ', coalesce(canal_tidb.commitTs, 'missing'), '.')
-- duplicate_name
coalesce(size(array_distinct({{ changefeed.top_level_names('canal._tidb') }})) <> size({{ changefeed.top_level_names('canal._tidb') }}), false)
-- duplicate_name, in words
'_tidb names a member twice.'
-- wrong_type
canal._tidb is not null and not startswith(canal._tidb, '{')
or canal_tidb.onlyHandleKey not in ('true', 'false')
or {{ changefeed.was_sent_as_text('_tidb') }}
-- wrong_type, in words
'_tidb is not an object, or its onlyHandleKey neither true nor false.'
-- unknown_operation, data_not_rows, old_not_rows: taken
{%- endset -%}
{%- set changes -%}
-- operation, source_database, source_table, key_columns, after_rows, before_rows, is_before_changed_only: taken
-- is_partial
canal.type = 'DELETE' and coalesce(canal_tidb.onlyHandleKey = 'true', false)
-- column_types, source_at, processed_at: taken
-- source_sequence
if(canal_operation = 'heartbeat' or canal_commit_ts is null, null, {{ changefeed.ticdc_place('canal_operation', 'canal_commit_ts') }})
-- transaction_id
canal_commit_ts
-- statement, statement_kind: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'ticdc_canal',
        'version': 2,
        'source_kinds': ['tidb'],
        'envelope': base.envelope,
        'members': [
            '_tidb', 'data', 'database', 'es', 'id', 'isDdl', 'mysqlType', 'old', 'pkNames', 'sql', 'sqlType', 'table', 'ts', 'type',
        ],
        'signature': {'has': ['type', 'isDdl', '_tidb'], 'usually_has': ['id', 'es']},
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': changefeed.parts(changes, base.changes),
        'types': changefeed.canal_types(),
    })) -}}
{%- endmacro -%}
