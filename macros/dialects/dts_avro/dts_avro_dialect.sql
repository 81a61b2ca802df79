{#-
DTS's Avro records, as its subscription service writes them. Where a client filters all records out, a broker sends
values of up to two bytes to move on (KafkaRecordFetcher of the SDK).
-#}
{%- macro dts_avro_dialect() -%}
{%- set base = changefeed.dts_record_family('DTS') -%}
{%- set terms -%}
-- operation, keys_by_name, name_parts: taken
{%- endset -%}
{%- set faults -%}
-- wrong_dialect
dts_record.source.version = 'OBMySQL'
-- wrong_dialect, in words
'This is a record of OceanBase OMS (its source version is OBMySQL). Check the dialect of this feed in seeds/changefeed_feeds.csv: oms_avro.'
-- not_utf8, name_unreadable, images_missing, duplicate_name, columns_mismatch, unknown_charset, unreadable_value: taken
-- keys_unreadable: taken
{%- endset -%}
{%- set changes -%}
-- operation: taken
-- source_database
case when size(dts_record_name_parts) = 2 and options['two_parts'] <=> 'schema_table' then dts_record.tags['l_db_name'] else {{ base.changes.source_database }} end
-- source_schema
case when size(dts_record_name_parts) = 2 and options['two_parts'] <=> 'schema_table' then dts_record_name_parts[0] else {{ base.changes.source_schema }} end
-- source_table, key_columns, after_rows, before_rows, is_partial, column_types, source_at, processed_at: taken
-- transaction_id, statement, statement_kind: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'dts_avro',
        'version': 2,
        'source_kinds': ['mysql', 'mariadb', 'polardb_mysql', 'oracle', 'postgresql', 'sqlserver', 'db2', 'mongodb'],
        'sent_kind': 'lower(dts_record.source.sourceType)',
        'envelope': dict(base.envelope, ignores='length(value) <= 2'),
        'signature': {'has': [], 'says': ["source.version <> 'OBMySQL'"]},
        'options': dict(base.options, two_parts={
            'values': ['database_table', 'schema_table'],
            'default': 'database_table',
            'meaning': 'what an objectName of two parts is',
        }),
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': changefeed.parts(changes, base.changes),
        'types': changefeed.dts_avro_types(),
    })) -}}
{%- endmacro -%}
