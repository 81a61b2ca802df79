{#-
DTS's Avro records, as its subscription service writes them. A broker sends values of up to two bytes to move on where a client filters all
records out (KafkaRecordFetcher of the SDK).
-#}
{%- macro dts_avro_dialect() -%}
{%- set family = changefeed.dts_record_family('DTS') -%}
    {{- return(changefeed.extend(family, {
        'name': 'dts_avro',
        'version': 2,
        'source_kinds': ['mysql', 'mariadb', 'polardb_mysql', 'oracle', 'postgresql', 'sqlserver', 'db2', 'mongodb'],
        'sent_kind': 'lower(dts_record.source.sourceType)',
        'envelope': dict(family.envelope, ignores='length(value) <= 2'),
        'signature': {'has': [], 'says': ["source.version <> 'OBMySQL'"]},
        'faults': {
            'wrong_dialect': {
                'when': "dts_record.source.version = 'OBMySQL'",
                'detail': "'This is a record of OceanBase OMS (its source version is OBMySQL). Check the dialect of this feed in seeds/changefeed_feeds.csv: oms_avro.'",
            },
        },
        'changes': {
            'source_database': "case when size(dts_record_name) = 2 and options['two_parts'] <=> 'schema_table' then dts_record.tags['l_db_name']"
                ~ ' else ' ~ family.changes.source_database ~ ' end',
            'source_schema': "case when size(dts_record_name) = 2 and options['two_parts'] <=> 'schema_table' then dts_record_name[0]"
                ~ ' else ' ~ family.changes.source_schema ~ ' end',
        },
        'options': {
            'two_parts': {
                'values': ['database_table', 'schema_table'],
                'default': 'database_table',
                'meaning': 'what an objectName of two parts is',
            },
        },
        'types': changefeed.dts_avro_types(),
    })) -}}
{%- endmacro -%}
