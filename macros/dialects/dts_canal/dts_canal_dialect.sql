{#-
DTS's Canal JSON. Instances that were neither created nor restarted since 2022-03-20 write the variant `swapped`: there
`old` has the row after an UPDATE and the row of a DELETE (DTS, "Canal Json": data and old). Terms: operation, is_row,
rows.
-#}
{%- macro dts_canal_dialect() -%}
{%- set base = changefeed.canal_family('DTS') -%}
{%- set is_swapped = "options['variant'] <=> 'swapped'" -%}
{%- set rows -%}
case
    when canal.type = 'UPDATE' or not {{ is_swapped }} then canal.data
    when canal.type = 'DELETE' then canal.old
    when size(canal.data) > 0 then canal.data
    else coalesce(canal.old, canal.data)
end
{%- endset -%}
{%- set terms -%}
-- operation
case
    when canal.isDdl and canal.type = 'DDL' then if({{ changefeed.is_truncate('canal.sql') }}, 'truncate', 'ddl')
    when not canal.isDdl then {{ changefeed.lookup('canal.type', {
        'INSERT': 'insert',
        'UPDATE': 'update',
        'DELETE': 'delete',
        'INIT': 'snapshot',
    }) }}
end
-- is_row
not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE', 'INIT')
-- rows
{{ rows }}
{%- endset -%}
{%- set faults -%}
-- deleted_rows_elsewhere
canal.type = 'DELETE' and if(
    {{ is_swapped }},
    size(canal.data) > 0 and coalesce(size(canal.old), 0) <= 0,
    size(canal.old) > 0 and coalesce(size(canal.data), 0) <= 0
)
-- deleted_rows_elsewhere, in words
concat('In the variant ', if({{ is_swapped }}, 'swapped a DELETE has its row in old; here it is in data', 'standard a DELETE has its row in data; here it is in old'), ', as the other variant writes it. The images of UPDATEs would be taken for each other. An instance changes to standard when it is restarted on or after 2022-03-20: check the option variant of this feed in seeds/changefeed_feeds.csv.')
-- two_images
{{ is_swapped }} and canal.type in ('INSERT', 'INIT') and size(canal.data) > 0 and size(canal.old) > 0
-- two_images, in words
concat('A new row (', canal.type, ') has one image; here both data and old hold rows.')
-- unknown_operation, data_not_rows, old_not_rows: taken
{%- endset -%}
{%- set changes -%}
-- operation, source_database, source_table, key_columns: taken
-- after_rows
case
    when canal.type = 'DELETE' then array()
    when canal.type <> 'UPDATE' or not {{ is_swapped }} then canal_rows
    when options['absent_means'] <=> 'as_null' then canal.old
    else zip_with(canal.data, canal.old, (was, changed) -> {{ changefeed.overlay('was', 'changed') }})
end
-- before_rows
case
    when canal.type = 'DELETE' then canal_rows
    when canal.type <> 'UPDATE' then array()
    when {{ is_swapped }} then canal.data
    else canal.old
end
-- is_before_changed_only
canal.type = 'UPDATE' and not {{ is_swapped }}
-- is_partial
canal.type in ('UPDATE', 'DELETE') and coalesce(options['absent_means'], '') <> 'as_null'
-- column_types, source_at, processed_at: taken
{# A time of 13 digits (2001 to 2096) and a counter. A full load has none that says anything. #}
-- source_sequence
if(
    canal.type <> 'INIT' and not {{ is_swapped }} and canal.id rlike r'^[1-3][0-9]{13,37}\z',
    array(cast(left(canal.id, 13) as decimal(38,0)), cast(substr(canal.id, 14) as decimal(38,0))),
    null
)
-- transaction_id, statement, statement_kind: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'dts_canal',
        'version': 4,
        'source_kinds': ['mysql', 'mariadb'],
        'envelope': base.envelope,
        'options': {
            'variant': {
                'values': ['standard', 'swapped'],
                'meaning': 'swapped if the instance was neither created nor restarted since 2022-03-20: the row after an UPDATE is in old',
            },
            'absent_means': {
                'values': ['unchanged', 'as_null'],
                'default': 'unchanged',
                'meaning': 'what a column means that the row after an UPDATE lacks: as_null if rows are always whole',
            },
        },
        'members': [
            'data', 'database', 'es', 'gtid', 'id', 'isDdl', 'mysqlType', 'old', 'pkNames', 'sql', 'sqlType', 'table', 'ts', 'type',
        ],
        'signature': {'has': ['type', 'isDdl', 'id'], 'usually_has': ['es']},
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': changefeed.parts(changes, base.changes),
        'types': changefeed.dts_canal_types(),
    })) -}}
{%- endmacro -%}
