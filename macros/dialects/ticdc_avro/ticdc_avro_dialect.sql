{#-
TiCDC's Avro: the value has a row and the types of its columns, the key has its key columns; a deleted row has a key and
no value. The schema is called namespace.database.table, and says the types of TiDB. With enable-tidb-extension,
_tidb_op says insert or update. Without it a row is an update, which is applied by its key. Terms: key_row (the columns
of the Kafka key), name_parts (the parts of the schema's name), operation, row (the columns), declared_key. A bigint
unsigned from 2^63 on is written as a negative number (avro-bigint-unsigned-handling-mode=long).
-#}
{%- macro ticdc_avro_dialect() -%}
{%- set terms -%}
-- key_row
{{ changefeed._row_of_tidb(changefeed.json_object_of('cast(key as string)')) }}
-- name_parts
split(written_name, '[.]')
-- operation
case
    when value_text is null then if(ticdc_key_row is null, 'other', 'delete')
    when ticdc['_tidb_op'] is null then 'update'
    else {{ changefeed.lookup("ticdc['_tidb_op']", {'c': 'insert', 'u': 'update'}) }}
end
-- row
{{ changefeed._row_of_tidb("map_filter(ticdc, (name, text) -> not name in ('" ~ changefeed._members_of_tidb() | join("', '") ~ "'))") }}
-- declared_key
{{ changefeed.declared_for_table('declared_keys', "coalesce(get(ticdc_name_parts, size(ticdc_name_parts) - 2), '')", "''", 'element_at(ticdc_name_parts, -1)') }}
{%- endset -%}
{%- set faults -%}
-- unknown_operation
ticdc_operation is null
-- unknown_operation, in words
concat('TiCDC documents no _tidb_op ', ticdc['_tidb_op'], '.')
-- before_missing
size(ticdc_declared_key) = 0 and ticdc_operation in ('update', 'delete')
-- before_missing, in words
'The table is declared without a key, and TiCDC sends no row before: declare its key in seeds/changefeed_table_keys.csv.'
{%- endset -%}
{%- set changes -%}
-- operation
ticdc_operation
-- source_database
get(ticdc_name_parts, size(ticdc_name_parts) - 2)
-- source_table
element_at(ticdc_name_parts, -1)
-- key_columns
map_keys(ticdc_key_row)
-- after_rows
if(ticdc_operation = 'delete', array(), array(ticdc_row))
-- before_rows
if(ticdc_operation = 'delete', array(ticdc_key_row), array())
-- is_partial
ticdc_operation = 'delete'
-- column_types
to_json(map_filter(written_types, (name, type) -> not name in ('{{ changefeed._members_of_tidb() | join("', '") }}')))
-- source_at
{{ changefeed.millis_to_timestamp("try_cast(ticdc['_tidb_commit_physical_time'] as bigint)") }}
-- transaction_id
ticdc['_tidb_commit_ts']
{%- endset -%}
    {{- return(changefeed.written_in_avro({
        'name': 'ticdc_avro',
        'version': 1,
        'source_kinds': ['tidb'],
        'envelope': {'name': 'ticdc', 'format': 'json_map'},
        'members': changefeed._members_of_tidb(),
        'reads_tombstones': true,
        'signature': {'has': [], 'usually_has': ['_tidb_op', '_tidb_commit_ts']},
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
        'types': changefeed.ticdc_avro_types(),
    }, is_row="ticdc_operation in ('insert', 'update', 'delete')", declared_key='ticdc_declared_key')) -}}
{%- endmacro -%}


{#- A row with its numbers from 2^63 on. -#}
{%- macro _row_of_tidb(row) -%}
transform_values({{ row }}, (name, text) -> if(
    startswith(text, '-') and written_types[name] = 'bigint unsigned',
    cast(try_cast(text as decimal(20,0)) + 18446744073709551616 as string),
    text
))
{%- endmacro -%}


{#- What TiCDC adds to the columns of a row, with enable-tidb-extension and with its checksums. -#}
{%- macro _members_of_tidb() -%}
    {{- return(['_tidb_op', '_tidb_commit_ts', '_tidb_commit_physical_time', '_tidb_row_level_checksum', '_tidb_corrupted', '_tidb_checksum_version']) -}}
{%- endmacro -%}
