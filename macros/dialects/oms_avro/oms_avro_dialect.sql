{#-
OMS's Avro records, from OceanBase in MySQL mode: DTS's schema. The fraction of a TIMESTAMP is in nanoseconds (its document reads it by Instant.ofEpochSecond(ts, nanos));
of that of a DATETIME or TIME nothing is said. A name of three parts has the tenant
before the database, as OMS's own JSON has it. Its id has the form of a sequence, but nothing says that it may order.
-#}
{%- macro oms_avro_dialect() -%}
    {{- return(changefeed.extend(changefeed.dts_record_family('OMS'), {
        'name': 'oms_avro',
        'version': 2,
        'source_kinds': ['oceanbase_mysql'],
        'signature': {'has': [], 'says': ["source.version = 'OBMySQL'"]},
        'faults': {
            'wrong_dialect': {
                'when': "dts_record.source.version <> 'OBMySQL'",
                'detail': "concat('A record of OMS has the source version OBMySQL; here it is ', dts_record.source.version, '. Check the dialect of this feed in seeds/changefeed_feeds.csv: dts_avro.')",
            },
        },
        'changes': {
            'source_database': 'if(size(dts_record_name) = 3, dts_record_name[1], dts_record_name[0])',
            'source_schema': none,
        },
        'types': changefeed.oms_avro_types(),
    })) -}}
{%- endmacro -%}
