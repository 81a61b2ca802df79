{#-
OMS's Avro records, from OceanBase in MySQL mode. They have DTS's schema. The fraction of a TIMESTAMP is in nanoseconds
(the document reads it by Instant.ofEpochSecond(ts, nanos)); the unit of a DATETIME's or a TIME's is not documented. A
name of three parts begins with the tenant, as in OMS's JSON. The id looks like a sequence, but nothing says that it
orders. Terms, beside those of DTS's record: table_key (the table as a key of declarations); record_keys (the key
columns); row (the row after an UPDATE, or the deleted row); types (column → type, as the record says; NULL where no
column of the row is NULL); unsent (columns whose NULL may be no value: their declared or sent type is that of a large
value, or nothing tells it).
-#}
{%- macro oms_avro_dialect() -%}
{%- set base = changefeed.dts_record_family('OMS') -%}
{%- set database = 'if(size(dts_record_name_parts) = 3, dts_record_name_parts[1], dts_record_name_parts[0])' -%}
{%- set table_key = changefeed.table_name_key(changefeed.or_of_feed(database, 'database'), "coalesce(schema_override, '')", 'coalesce(' ~ base.changes.source_table ~ ", '')") -%}
{%- set terms -%}
-- operation, keys_by_name, name_parts: taken
-- table_key
{{ table_key }}
-- record_keys
coalesce(declared_keys[dts_record_table_key], dts_record_keys_by_name['PRIMARY'])
-- row
case dts_record.operation when 'UPDATE' then get(dts_record.after_rows, 0) when 'DELETE' then get(dts_record.before_rows, 0) end
-- types
if(exists(map_values(dts_record_row), text -> text is null), from_json(dts_record.column_types, 'map<string,string>'), null)
{# A number that nobody knows, and that of NULL, say no type. #}
-- unsent
if(
    coalesce(options['lob_mode'], '') <> 'complete' and size(dts_record_record_keys) > 0,
    map_keys(map_filter(
        dts_record_row,
        (name, text) -> text is null
            and get(dts_record.before_rows, 0)[name] is null
            and not array_contains(dts_record_record_keys, name)
            and (
                declared_types[dts_record_table_key][name] is null and coalesce(dts_record_types[name] rlike r'^([0-9]+|null)\z', true)
                or exists(array(declared_types[dts_record_table_key][name], replace(dts_record_types[name], '_', '')), type -> {{ changefeed.oceanbase_is_lob('type') }})
            )
    )),
    array()
)
{%- endset -%}
{%- set faults -%}
-- wrong_dialect
dts_record.source.version <> 'OBMySQL'
-- wrong_dialect, in words
concat('A record of OMS has the source version OBMySQL; here it is ', dts_record.source.version, '. Check the dialect of this feed in seeds/changefeed_feeds.csv: dts_avro.')
-- not_utf8, name_unreadable, images_missing, duplicate_name, columns_mismatch, unknown_charset, unreadable_value: taken
-- keys_unreadable: taken
{%- endset -%}
{%- set changes -%}
-- operation: taken
-- source_database
{{ database }}
-- source_schema: none
-- source_table, key_columns: taken
-- after_rows
{{ changefeed._rows_without('dts_record.after_rows', 'dts_record_unsent') }}
-- before_rows
{{ changefeed._rows_without('dts_record.before_rows', 'dts_record_unsent') }}
-- is_partial
{{ base.changes.is_partial }} or coalesce(size(dts_record_unsent) > 0 or dts_record.operation = 'DELETE' and size(dts_record_record_keys) > 0 and coalesce(options['lob_mode'], '') <> 'complete', false)
-- column_types, source_at, processed_at, transaction_id, statement, statement_kind: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'oms_avro',
        'version': 3,
        'source_kinds': ['oceanbase_mysql'],
        'envelope': base.envelope,
        'signature': {'has': [], 'says': ["source.version = 'OBMySQL'"]},
        'options': dict(base.options, lob_mode=changefeed.oms_options().lob_mode),
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': changefeed.parts(changes, base.changes),
        'ambiguous_nulls': changefeed.oms_ambiguous_nulls(),
        'types': changefeed.oms_avro_types(),
    })) -}}
{%- endmacro -%}


{#- Rows without some of their columns. -#}
{%- macro _rows_without(rows, names) -%}
if(size({{ names }}) > 0, transform({{ rows }}, row -> {{ changefeed.without_columns('row', names) }}), {{ rows }})
{%- endmacro -%}
