{#-
OMS's DataWorks 2.0: one message for each change, no number that orders, types as in OceanBase. For a large value (LOB)
that an update left alone, OMS sends NULL in both rows. Such a NULL is no value, and is left out of the image. Terms:
operation; sent_types (column → type, as sent), types (as sent, else as declared); lobs (the columns whose NULL may be
no value); after, before (the rows without what was not sent).
-#}
{%- macro oms_dataworks_dialect() -%}
{%- set base = {
    'faults': changefeed.dataworks_faults('OMS (DataWorks 2.0)', 'oms_dataworks', 'data', '2', '^2([.]|\\z)'),
    'changes': changefeed.dataworks_changes('oms_dataworks'),
} -%}
{%- set statement_operations = changefeed.canal_statement_operations() -%}
{%- set statement = 'oms_dataworks.payload.ddl.text' -%}
{%- set declared_types = changefeed.declared_for_table(
    'declared_types', 'oms_dataworks.schema.source.dbName', 'oms_dataworks.schema.source.schema', 'oms_dataworks.schema.source.table'
) -%}
{%- set after -%}
if(
    oms_dataworks.payload.op = 'UPDATE' and size(oms_dataworks_lobs) > 0,
    map_filter(oms_dataworks.payload.after.data, (name, text) ->
        text is not null or not array_contains(oms_dataworks_lobs, name) or oms_dataworks.payload.before.data[name] is not null),
    oms_dataworks.payload.after.data
)
{%- endset -%}
{%- set before -%}
if(
    size(oms_dataworks_lobs) > 0,
    map_filter(oms_dataworks.payload.before.data, (name, text) -> text is not null or not array_contains(oms_dataworks_lobs, name)),
    oms_dataworks.payload.before.data
)
{%- endset -%}
{%- set terms -%}
-- operation
case
    when oms_dataworks.payload.op in ('{{ statement_operations | join("', '") }}') and {{ changefeed.is_truncate(statement) }} then 'truncate'
    when oms_dataworks.payload.op = 'QUERY' and {{ changefeed.is_row_statement(statement) }} then 'other'
    else {{ changefeed.lookup('oms_dataworks.payload.op', dict({
        'INSERT': 'insert',
        'UPDATE': 'update',
        'DELETE': 'delete',
        'ROW': 'snapshot',
        'HEARTBEAT': 'heartbeat',
    }, **dict(changefeed.dataworks_transaction_operations(), **statement_operations))) }}
end
-- sent_types
{{ changefeed.dataworks_types_of('oms_dataworks.schema.column') }}
-- types
{{ changefeed.oms_types(declared_types, 'oms_dataworks_sent_types') }}
-- lobs
if(
    oms_dataworks.payload.op in ('UPDATE', 'DELETE') and {{ changefeed.oms_canal_leaves_out_lobs() }},
    map_keys(map_filter(oms_dataworks_types, (name, type) -> coalesce({{ changefeed.oceanbase_is_lob('type') }}, false))),
    array()
)
-- after
{{ after }}
-- before
{{ before }}
{%- endset -%}
{%- set changes -%}
-- operation, source_database: taken
-- source_schema
oms_dataworks.schema.source.schema
-- source_table
oms_dataworks.schema.source.table
-- key_columns
if(size(oms_dataworks.schema.pk) > 0, oms_dataworks.schema.pk, null)
-- after_rows, before_rows, is_before_changed_only: taken
-- is_partial
oms_dataworks_operation in ('update', 'delete') and (options['absent_means'] <=> 'unchanged' or coalesce(size(oms_dataworks_after) < size(oms_dataworks.payload.after.data), false) or coalesce(size(oms_dataworks_before) < size(oms_dataworks.payload.before.data), false))
-- column_types, source_at, processed_at, statement, statement_kind: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'oms_dataworks',
        'version': 1,
        'source_kinds': ['oceanbase_mysql', 'oceanbase_oracle'],
        'envelope': {
            'name': 'oms_dataworks',
            'format': 'json_object',
            'members': {
                'schema': {
                    'column': 'array<map<string,text>>',
                    'pk': 'array<text>',
                    'source': {'dbName': 'text', 'schema': 'text', 'table': 'text'},
                },
                'payload': {
                    'before': {'data': 'map<string,string>'},
                    'after': {'data': 'map<string,string>'},
                    'op': 'text',
                    'timestamp': {'eventTime': 'string', 'systemTime': 'string'},
                    'ddl': {'text': 'text'},
                },
                'version': 'string',
            },
        },
        'members': ['schema', 'payload', 'version', 'extend'],
        'signature': {'has': ['payload', 'version'], 'usually_has': ['schema', 'extend']},
        'options': {
            'absent_means': {
                'values': ['as_null', 'unchanged'],
                'default': 'as_null',
                'meaning': 'what a column means that the row after an update lacks: unchanged if the source logs partial rows',
            },
            'lob_mode': {
                'values': ['null_when_unchanged', 'complete'],
                'default': 'null_when_unchanged',
                'meaning': 'what NULL of a large value (TEXT, BLOB, JSON, …) means before and after an update: perhaps a value that did not change, or NULL',
            },
        },
        'terms': changefeed.parts(terms),
        'faults': base.faults,
        'changes': changefeed.parts(changes, base.changes),
        'ambiguous_nulls': changefeed.oms_dataworks_ambiguous_nulls(),
        'types': changefeed.oms_dataworks_types(),
    })) -}}
{%- endmacro -%}
