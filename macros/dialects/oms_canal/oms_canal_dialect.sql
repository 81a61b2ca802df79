{#-
OMS's Canal kind. For a large value (LOB) that an UPDATE left alone, OMS sends NULL. `old` names the columns that
changed. So a NULL of a LOB that `old` does not name is no value, and is left out of the image. Terms: operation,
is_row, rows; sent_types (column → type, as sent), types (as sent, else as declared), lobs (the columns that are LOBs).
-#}
{%- macro oms_canal_dialect() -%}
{%- set base = changefeed.canal_family('OMS') -%}
{%- set statement_operations = changefeed.canal_statement_operations() -%}
{%- set declared_types = changefeed.declared_for_table('declared_types', 'canal.database', "''", 'canal.table') -%}
{%- set terms -%}
-- operation
case
    when not canal.isDdl then {{ changefeed.lookup('canal.type', {
        'INSERT': 'insert',
        'UPDATE': 'update',
        'DELETE': 'delete',
        'ROW': 'snapshot',
    }) }}
    when canal.type in ('{{ statement_operations | join("', '") }}') and {{ changefeed.is_truncate('canal.sql') }} then 'truncate'
    else {{ changefeed.lookup('canal.type', statement_operations) }}
end
-- is_row
not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE', 'ROW')
-- rows: taken
-- sent_types
{{ changefeed.json_object_of('canal.mysqlType') }}
-- types
if({{ changefeed.repeats_a_name('canal_sent_types') }}, null, {{ changefeed.oms_types(declared_types, 'canal_sent_types') }})
-- lobs
{{ changefeed.oms_canal_lobs() }}
{%- endset -%}
{%- set faults -%}
-- duplicate_name
coalesce({{ changefeed.repeats_a_name('canal_sent_types') }}, false)
-- duplicate_name, in words
'mysqlType names a column twice.'
-- wrong_type
{{ changefeed.is_not_object_of_strings('mysqlType', 'canal.mysqlType', 'canal_sent_types') }}
-- wrong_type, in words
'mysqlType is not an object of texts, column and type.'
-- unknown_operation, data_not_rows, old_not_rows: taken
{%- endset -%}
{%- set changes -%}
-- operation, source_database, source_table, key_columns: taken
-- after_rows
case
    when canal.type = 'DELETE' then array()
    when canal.type = 'UPDATE' and size(canal_lobs) > 0 then zip_with(canal.data, canal.old, (row, changed) -> map_filter(
        row,
        (name, text) -> text is not null or not array_contains(canal_lobs, name) or map_contains_key(changed, name)
    ))
    else canal.data
end
-- before_rows
case canal.type
    when 'UPDATE' then canal.old
    when 'DELETE' then if(
        size(canal_lobs) > 0,
        transform(canal.data, row -> map_filter(row, (name, text) -> text is not null or not array_contains(canal_lobs, name))),
        canal.data
    )
    else array()
end
-- is_before_changed_only: taken
-- is_partial
canal.type in ('UPDATE', 'DELETE') and (
    options['absent_means'] <=> 'unchanged'
    or {{ changefeed.oms_canal_leaves_out_lobs() }} and (
        canal.type = 'DELETE'
        or coalesce(exists(
            zip_with(canal.data, canal.old, (row, changed) -> exists(
                map_entries(row),
                field -> field.value is null and array_contains(canal_lobs, field.key) and not map_contains_key(changed, field.key)
            )),
            is_one -> is_one
        ), false)
    )
)
-- column_types
to_json(canal_types)
-- source_at, processed_at: taken
-- transaction_id: none
-- statement, statement_kind: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'oms_canal',
        'version': 4,
        'source_kinds': ['oceanbase_mysql', 'oceanbase_oracle'],
        'envelope': base.envelope,
        'options': {
            'absent_means': {
                'values': ['as_null', 'unchanged'],
                'default': 'as_null',
                'meaning': 'what a column means that the row after an UPDATE lacks: unchanged if the source logs partial rows',
            },
            'lob_mode': {
                'values': ['null_when_unchanged', 'complete'],
                'default': 'null_when_unchanged',
                'meaning': 'what NULL of a large value (TEXT, BLOB, JSON, …) means after an UPDATE: perhaps a value that did not change, or NULL',
            },
        },
        'members': ['data', 'database', 'es', 'isDdl', 'mysqlType', 'old', 'pkNames', 'sql', 'sqlType', 'table', 'ts', 'type'],
        'signature': {'has': ['type', 'isDdl'], 'usually_has': ['es']},
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': changefeed.parts(changes, base.changes),
        'ambiguous_nulls': changefeed.oms_canal_ambiguous_nulls(),
        'types': changefeed.oms_text_types(),
    })) -}}
{%- endmacro -%}
