{#-
DRS's Avro records. Huawei gives their schema to customers only. So the feed names a file of the folder schemas/, and
the fields are found in it by name (docs page). What is known of the records is what a public sample reads: INSERT,
UPDATE and DELETE. Other operations carry no fields. Terms: is_row, name_parts (the parts of the table's name).
-#}
{%- macro drs_avro_dialect() -%}
{%- set is_in_schema = "(size(drs_record_name_parts) = 3 or source_kind = 'oracle')" -%}
{%- set strings = "concat_ws(' ', drs_record.table_name, drs_record.operation, drs_record.columns, drs_record.before, drs_record.after)" -%}
{%- set terms -%}
-- is_row
drs_record.operation in ('INSERT', 'UPDATE', 'DELETE')
{# The name may stand in double quotes, and with dots in front of it names of what it is in. #}
-- name_parts
if(
    drs_record.table_name rlike r'^"[^"]*"(?:[.]"[^"]*+")*+\z',
    split(substring(drs_record.table_name, 2, length(drs_record.table_name) - 2), '"[.]"'),
    split(drs_record.table_name, '[.]')
)
{%- endset -%}
{%- set faults -%}
-- not_utf8
not is_valid_utf8({{ strings }})
-- not_utf8, in words
'A name or text in the record holds bytes that are no UTF-8, so its characters cannot be known.'
-- unknown_operation
not drs_record_is_row and drs_record.columns is not null or drs_record.operation is null
-- unknown_operation, in words
concat('The operation ', coalesce(drs_record.operation, '(none)'), ' has fields, and nothing says what it does with them.')
-- name_unreadable
drs_record_is_row and (size(drs_record_name_parts) > 3 or exists(drs_record_name_parts, part -> part = ''))
-- name_unreadable, in words
concat('The tableName ', drs_record.table_name, ' is not table, database.table or database.schema.table.')
-- images_missing
drs_record_is_row and (drs_record.columns is null or exists(drs_record.columns, column -> column is null) or (drs_record.operation <> 'INSERT' and drs_record.before is null) or (drs_record.operation <> 'DELETE' and drs_record.after is null))
-- images_missing, in words
concat('The ', drs_record.operation, ' of ', coalesce(drs_record.table_name, '(no table)'), ' lacks fields, beforeImages or afterImages.')
-- duplicate_name
drs_record_is_row and size(array_distinct(drs_record.columns)) <> size(drs_record.columns)
-- duplicate_name, in words
'The fields name a column more than once.'
-- columns_mismatch
drs_record_is_row and exists(array(drs_record.before, drs_record.after), image -> size(image) > 0 and size(image) <> size(drs_record.columns)) or (drs_record.operation <> 'INSERT' and size(drs_record.before) = 0) or (drs_record.operation <> 'DELETE' and size(drs_record.after) = 0)
-- columns_mismatch, in words
concat('The record names ', size(drs_record.columns), ' columns, and its images have not as many values: which belongs to which cannot be known.')
{%- endset -%}
{%- set changes -%}
-- operation
if(drs_record_is_row, lower(drs_record.operation), 'other')
-- source_database
case when size(drs_record_name_parts) = 3 then drs_record_name_parts[0] when size(drs_record_name_parts) = 2 and not {{ is_in_schema }} then drs_record_name_parts[0] end
-- source_schema
if(size(drs_record_name_parts) > 1 and {{ is_in_schema }}, element_at(drs_record_name_parts, -2), null)
-- source_table
if(drs_record_is_row, element_at(drs_record_name_parts, -1), null)
-- after_rows
if(drs_record_is_row and drs_record.operation <> 'DELETE', array(map_from_arrays(drs_record.columns, drs_record.after)), array())
-- before_rows
if(drs_record_is_row and drs_record.operation <> 'INSERT', array(map_from_arrays(drs_record.columns, drs_record.before)), array())
-- is_partial
false
-- source_at
{{ changefeed.millis_to_timestamp('drs_record.updated_at') }}
-- statement_kind
if(drs_record_is_row, null, lower(drs_record.operation))
{%- endset -%}
    {{- return({
        'name': 'drs_avro',
        'version': 1,
        'source_kinds': ['mysql', 'gaussdb_mysql', 'oracle', 'postgresql', 'gaussdb', 'sqlserver'],
        'envelope': {
            'name': 'drs_record',
            'format': 'avro',
            'versions': changefeed.drs_avro_versions,
            'type': 'struct<operation:string,table_name:string,updated_at:bigint,columns:array<string>,before:array<string>,after:array<string>>',
            'schema_fault': changefeed.drs_avro_schema_fault,
        },
        'signature': {'has': []},
        'options': {
            'schema': {'meaning': 'the name of the schema file in the folder schemas/, without .avsc'},
            'framing': {
                'values': ['single_object', 'none', 'confluent'],
                'default': 'single_object',
                'meaning': "what precedes a record: Avro's mark of a single object with the fingerprint of its schema, nothing, or the five bytes of a Confluent schema registry",
            },
        },
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
        'types': changefeed.drs_avro_types(),
    }) -}}
{%- endmacro -%}
