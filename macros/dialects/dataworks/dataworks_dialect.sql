{#-
DataWorks, synchronisation of a whole database to Kafka. An update is two messages with one sequenceId, or one message
with both rows. A table without a key has a hidden row id. Where the row id is not the key, it is no column of the
table, and is left out of the rows. Terms: operation; image (the row that is there, as sent); sequence; row_id (the name
of the hidden row id, NULL where there is none); key_columns; left_out (row_id where it is not the key); after, before
(the rows without it); types (column → type).
-#}
{%- macro dataworks_dialect() -%}
{%- set base = {
    'faults': changefeed.dataworks_faults('DataWorks', 'dataworks', 'dataColumn', '0 or 1', '^[01]([.]|\\z)'),
    'changes': changefeed.dataworks_changes('dataworks'),
} -%}
{%- set statement_operations = changefeed.canal_statement_operations() -%}
{%- set statement = 'dataworks.payload.ddl.text' -%}
{%- set terms -%}
-- operation
case
    when dataworks.payload.op = 'INSERT' then if(dataworks.payload.sequenceId = '-1', 'snapshot', 'insert')
    when dataworks.payload.op in ('{{ statement_operations | join("', '") }}') and {{ changefeed.is_truncate(statement) }} then 'truncate'
    when dataworks.payload.op = 'QUERY' and {{ changefeed.is_row_statement(statement) }} then 'other'
    else {{ changefeed.lookup('dataworks.payload.op', dict({
        'UPDATE_BEFOR': 'update',
        'UPDATE_BEFORE': 'update',
        'UPDATE_AFTER': 'update',
        'DELETE': 'delete',
        'MHEARTBEAT': 'heartbeat',
    }, **dict(changefeed.dataworks_transaction_operations(), **statement_operations))) }}
end
-- image
coalesce(dataworks.payload.after.dataColumn, dataworks.payload.before.dataColumn)
-- sequence
if(dataworks.payload.sequenceId rlike r'^[0-9]{1,38}\z', array(cast(dataworks.payload.sequenceId as decimal(38,0))), null)
-- row_id
case
    when lower(dataworks.schema.source.dbType) = 'oracle' and map_contains_key(dataworks_image, 'rowid') then 'rowid'
    when map_contains_key(dataworks_image, '#alibaba_rds_row_id#') then '#alibaba_rds_row_id#'
end
-- key_columns
coalesce(
    {{ changefeed.declared_for_table(
        'declared_keys', 'dataworks.schema.source.dbName', 'dataworks.schema.source.schemaName', 'dataworks.schema.source.tableName'
    ) }},
    if(size(dataworks.schema.primaryKey) > 0, dataworks.schema.primaryKey, null),
    if(dataworks_row_id is null, null, array(dataworks_row_id))
)
-- left_out
if(dataworks_row_id is null or array_contains(dataworks_key_columns, dataworks_row_id), null, dataworks_row_id)
-- after
{{ changefeed._without_column('dataworks.payload.after.dataColumn', 'dataworks_left_out') }}
-- before
{{ changefeed._without_column('dataworks.payload.before.dataColumn', 'dataworks_left_out') }}
-- types
{{ changefeed.dataworks_types_of('dataworks.schema.dataColumn') }}
{%- endset -%}
{%- set faults -%}
-- wrong_dialect, unknown_operation, row_missing, row_too_many, columns_unusable: taken
-- sequence_missing
dataworks_operation in ('insert', 'update', 'delete', 'truncate', 'ddl') and dataworks_sequence is null
and not (dataworks.payload.op = 'CREATE' and coalesce(dataworks.payload.sequenceId = '-1', false))
-- sequence_missing, in words
concat('DataWorks numbers changes and statements in sequenceId, by which they are ordered (-1, a full load, goes with INSERT and CREATE only); here op is ', dataworks.payload.op, ' and sequenceId ', coalesce(dataworks.payload.sequenceId, 'missing'), '.')
{%- endset -%}
{%- set changes -%}
-- operation, source_database: taken
-- source_schema
dataworks.schema.source.schemaName
-- source_table
dataworks.schema.source.tableName
-- key_columns
dataworks_key_columns
-- after_rows, before_rows, is_before_changed_only: taken
-- is_partial
dataworks_operation in ('update', 'delete') and coalesce(options['absent_means'], '') <> 'as_null' and (dataworks_types is null or size(array_except(map_keys(dataworks_types), map_keys(dataworks_image))) > 0)
-- pair_side
case when dataworks.payload.op in ('UPDATE_BEFOR', 'UPDATE_BEFORE') then 'before' when dataworks.payload.op = 'UPDATE_AFTER' and dataworks.payload.before.dataColumn is null then 'after' end
-- column_types, source_at, processed_at: taken
-- source_sequence
dataworks_sequence
-- statement, statement_kind: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'dataworks',
        'version': 1,
        'source_kinds': [],
        'envelope': {
            'name': 'dataworks',
            'format': 'json_object',
            'members': {
                'schema': {
                    'dataColumn': 'array<map<string,text>>',
                    'primaryKey': 'array<text>',
                    'source': {'dbType': 'text', 'dbName': 'text', 'schemaName': 'text', 'tableName': 'text'},
                },
                'payload': {
                    'before': {'dataColumn': 'map<string,string>'},
                    'after': {'dataColumn': 'map<string,string>'},
                    'sequenceId': 'string',
                    'op': 'text',
                    'timestamp': {'eventTime': 'string', 'systemTime': 'string'},
                    'ddl': {'text': 'text'},
                },
                'version': 'string',
            },
        },
        'signature': {'has': ['payload', 'version'], 'usually_has': ['schema']},
        'options': {
            'absent_means': {
                'values': ['unchanged', 'as_null'],
                'default': 'unchanged',
                'meaning': 'what a column means that schema.dataColumn lists and the row of an update lacks',
            },
        },
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': changefeed.parts(changes, base.changes),
        'types': changefeed.dataworks_types_written(),
    })) -}}
{%- endmacro -%}


{#- A row without a column, whose name is NULL where there is none to take away. -#}
{%- macro _without_column(row, name) -%}
if({{ name }} is null, {{ row }}, map_filter({{ row }}, (name, text) -> name <> {{ name }}))
{%- endmacro -%}
