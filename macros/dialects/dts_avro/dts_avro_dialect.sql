{#-
DTS's Avro records, as its subscription service writes them. Where a client filters all records out, a broker sends
values of up to two bytes to move on (KafkaRecordFetcher of the SDK).
-#}
{%- macro dts_avro_dialect() -%}
{%- set base = changefeed.dts_record_family('DTS') -%}
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
        'terms': {
            'operation': base.terms.operation,
            'keys_by_name': base.terms.keys_by_name,
            'name_parts': base.terms.name_parts,
        },
        'faults': {
            'wrong_dialect': {
                'when': "dts_record.source.version = 'OBMySQL'",
                'detail': "'This is a record of OceanBase OMS (its source version is OBMySQL). Check the dialect of this feed in seeds/changefeed_feeds.csv: oms_avro.'",
            },
            'not_utf8': base.faults.not_utf8,
            'name_unreadable': base.faults.name_unreadable,
            'images_missing': base.faults.images_missing,
            'duplicate_name': base.faults.duplicate_name,
            'columns_mismatch': base.faults.columns_mismatch,
            'unknown_charset': base.faults.unknown_charset,
            'unreadable_value': base.faults.unreadable_value,
            'keys_unreadable': base.faults.keys_unreadable,
        },
        'changes': {
            'operation': base.changes.operation,
            'source_database': "case when size(dts_record_name_parts) = 2 and options['two_parts'] <=> 'schema_table' then dts_record.tags['l_db_name']"
                ~ ' else ' ~ base.changes.source_database ~ ' end',
            'source_schema': "case when size(dts_record_name_parts) = 2 and options['two_parts'] <=> 'schema_table' then dts_record_name_parts[0]"
                ~ ' else ' ~ base.changes.source_schema ~ ' end',
            'source_table': base.changes.source_table,
            'key_columns': base.changes.key_columns,
            'after_rows': base.changes.after_rows,
            'before_rows': base.changes.before_rows,
            'is_partial': base.changes.is_partial,
            'column_types': base.changes.column_types,
            'source_at': base.changes.source_at,
            'processed_at': base.changes.processed_at,
            'transaction_id': base.changes.transaction_id,
            'statement': base.changes.statement,
            'statement_kind': base.changes.statement_kind,
        },
        'types': changefeed.dts_avro_types(),
    })) -}}
{%- endmacro -%}
