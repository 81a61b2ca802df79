{#-
OMS's Canal kind. Of a large value (LOB) that an UPDATE left alone OMS sends NULL. `old` names the columns that changed, so a NULL of a
LOB that `old` does not name is no value, and is left out of the image. Terms: types (column → type, as sent), lobs (the LOB columns),
may_leave_out_lobs (whether the feed's task does so).
-#}
{%- macro oms_canal_dialect() -%}
{%- set statement_operations = changefeed.canal_statement_operations() -%}
{%- set operation -%}
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
{%- endset -%}
{%- set declared_types = changefeed.declared_for_table('declared_types', 'canal.database', "''", 'canal.table') -%}
{%- set types -%}
if(
    {{ declared_types }} is null,
    canal_sent_types,
    map_concat(
        map_filter({{ declared_types }}, (name, type) -> not coalesce(map_contains_key(canal_sent_types, name), false)),
        coalesce(canal_sent_types, map())
    )
)
{%- endset -%}
{%- set after_rows -%}
case
    when canal.type = 'DELETE' then array()
    when canal.type = 'UPDATE' and size(canal_lobs) > 0 then zip_with(canal.data, canal.old, (row, changed) -> map_filter(
        row,
        (name, text) -> text is not null or not array_contains(canal_lobs, name) or map_contains_key(changed, name)
    ))
    else canal.data
end
{%- endset -%}
{%- set before_rows -%}
case canal.type
    when 'UPDATE' then canal.old
    when 'DELETE' then if(
        size(canal_lobs) > 0,
        transform(canal.data, row -> map_filter(row, (name, text) -> text is not null or not array_contains(canal_lobs, name))),
        canal.data
    )
    else array()
end
{%- endset -%}
{%- set is_partial -%}
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
{%- endset -%}
    {{- return(changefeed.extend(changefeed.canal_family('OMS'), {
        'name': 'oms_canal',
        'version': 4,
        'source_kinds': ['oceanbase_mysql', 'oceanbase_oracle'],
        'options': {
            'absent_means': {
                'values': ['as_null', 'unchanged'],
                'default': 'as_null',
                'meaning': 'what a column means that the row after an UPDATE lacks: unchanged where the source logs partial rows',
            },
            'lob_mode': {
                'values': ['null_when_unchanged', 'complete'],
                'default': 'null_when_unchanged',
                'meaning': 'what NULL of a large value (TEXT, BLOB, JSON, …) means after an UPDATE: perhaps a value that did not change, or NULL',
            },
        },
        'members': ['data', 'database', 'es', 'isDdl', 'mysqlType', 'old', 'pkNames', 'sql', 'sqlType', 'table', 'ts', 'type'],
        'signature': {'has': ['type', 'isDdl'], 'usually_has': ['es']},
        'terms': {
            'operation': operation,
            'is_row': "not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE', 'ROW')",
            'sent_types': changefeed.json_object_of('canal.mysqlType'),
            'types': 'if(' ~ changefeed.repeats_a_name('canal_sent_types') ~ ', null, ' ~ types ~ ')',
            'lobs': changefeed.oms_canal_lobs(),
        },
        'faults': {
            'duplicate_name': {
                'when': 'coalesce(' ~ changefeed.repeats_a_name('canal_sent_types') ~ ', false)',
                'detail': "'mysqlType names a column twice.'",
            },
            'wrong_type': {
                'when': changefeed.is_not_object_of_strings('mysqlType', 'canal.mysqlType', 'canal_sent_types'),
                'detail': "'mysqlType is not an object of texts, column and type.'",
            },
        },
        'changes': {
            'after_rows': after_rows,
            'before_rows': before_rows,
            'is_partial': is_partial,
            'column_types': 'to_json(canal_types)',
            'transaction_id': none,
        },
        'ambiguous_nulls': changefeed.oms_canal_ambiguous_nulls(),
        'types': changefeed.oms_text_types(),
    })) -}}
{%- endmacro -%}
