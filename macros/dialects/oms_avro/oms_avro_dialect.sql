{#-
OMS's Avro records, from OceanBase in MySQL mode: DTS's schema. The fraction of a TIMESTAMP is in nanoseconds (its document reads it by Instant.ofEpochSecond(ts, nanos));
of that of a DATETIME or TIME nothing is said. A name of three parts has the tenant
before the database, as OMS's own JSON has it. Its id has the form of a sequence, but nothing says that it may order. Terms: record_keys; row (after an UPDATE, or the deleted one); lob_types (column → type, as
the feed declares it or the record says; NULL where the row has a value in each column); unsent (columns whose NULL may be no value).
-#}
{%- macro oms_avro_dialect() -%}
{%- set family = changefeed.dts_record_family('OMS') -%}
{%- set database = 'if(size(dts_record_name) = 3, dts_record_name[1], dts_record_name[0])' -%}
{%- set table = [database, "''", family.changes.source_table] -%}
{#- A number that nobody knows, and that of NULL, say no type. -#}
{%- set types -%}
if(
    exists(map_values(dts_record_row), text -> text is null),
    transform_values(
        from_json(dts_record.column_types, 'map<string,string>'),
        (name, type) -> coalesce(
            if({{ changefeed.oceanbase_is_lob('dts_record_declared_types[name]') }}, dts_record_declared_types[name], null),
            if(type = 'null' or type rlike r'^[0-9]+\z', null, replace(type, '_', ''))
        )
    ),
    null
)
{%- endset -%}
    {{- return(changefeed.extend(family, {
        'name': 'oms_avro',
        'version': 3,
        'source_kinds': ['oceanbase_mysql'],
        'signature': {'has': [], 'says': ["source.version = 'OBMySQL'"]},
        'options': {'lob_mode': changefeed.oms_options().lob_mode},
        'terms': {
            'declared_types': changefeed.declared_for_table('declared_types', *table),
            'record_keys': 'coalesce(' ~ changefeed.declared_for_table('declared_keys', *table) ~ ", dts_record_keys['PRIMARY'])",
            'row': "case dts_record.operation when 'UPDATE' then get(dts_record.after_rows, 0) when 'DELETE' then get(dts_record.before_rows, 0) end",
            'lob_types': types,
            'unsent': changefeed.oms_unsent('dts_record_row', 'get(dts_record.before_rows, 0)[name] is null', 'dts_record_lob_types', 'dts_record_record_keys'),
        },
        'faults': {
            'wrong_dialect': {
                'when': "dts_record.source.version <> 'OBMySQL'",
                'detail': "concat('A record of OMS has the source version OBMySQL; here it is ', dts_record.source.version, '. Check the dialect of this feed in seeds/changefeed_feeds.csv: dts_avro.')",
            },
        },
        'changes': {
            'source_database': database,
            'source_schema': none,
            'after_rows': changefeed._rows_without('dts_record.after_rows', 'dts_record_unsent'),
            'before_rows': changefeed._rows_without('dts_record.before_rows', 'dts_record_unsent'),
            'is_partial': family.changes.is_partial ~ ' or coalesce(size(dts_record_unsent) > 0'
                ~ " or dts_record.operation = 'DELETE' and size(dts_record_record_keys) > 0 and coalesce(options['lob_mode'], '') <> 'complete', false)",
        },
        'ambiguous_nulls': changefeed.oms_ambiguous_nulls(),
        'type': changefeed.oms_avro_type,
        'value': changefeed.oms_avro_value,
    })) -}}
{%- endmacro -%}


{#- Rows without some of their columns. -#}
{%- macro _rows_without(rows, names) -%}
if(size({{ names }}) > 0, transform({{ rows }}, row -> {{ changefeed.without_columns('row', names) }}), {{ rows }})
{%- endmacro -%}
