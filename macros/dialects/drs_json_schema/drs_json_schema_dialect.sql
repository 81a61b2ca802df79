{#-
DRS from PostgreSQL, GaussDB, SQL Server and Oracle (DRS 000, table 4). Terms: operation; sent_kind (the source kind
that dbType names); kind (that of the feed, else sent_kind); is_row; rows (the new rows, the deleted rows, or the rows
after an UPDATE); sent_types (column → type).
-#}
{%- macro drs_json_schema_dialect() -%}
{%- set is_full_load = "drs.opType in ('INIT', 'INIT_DDL')" -%}
{%- set has_id = "coalesce(drs.id rlike r'^[0-9]{1,38}\\z', false)" -%}
{#-
SQL Server's es: "13-digit, in seconds". What has 13 digits is milliseconds; what is as small as seconds is seconds.
-#}
{%- set millis = "try_cast(drs.es as bigint) * if(drs_kind = 'sqlserver' and abs(try_cast(drs.es as bigint)) < 100000000000, 1000, 1)" -%}
{%- set terms -%}
-- operation
case
    when drs.opType = 'INIT_DDL' or (drs.opType = 'DDL' and drs.isDdl) then if({{ changefeed.is_truncate('drs.sql') }}, 'truncate', 'ddl')
    when not drs.isDdl then {{ changefeed.lookup('drs.opType', {
        'INSERT': 'insert',
        'UPDATE': 'update',
        'DELETE': 'delete',
        'INIT': 'snapshot',
    }) }}
end
-- sent_kind
case
    when lower(drs.dbType) like '%gaussdb%' then 'gaussdb'
    when lower(drs.dbType) like '%postgres%' then 'postgresql'
    when lower(drs.dbType) like '%sql%server%' then 'sqlserver'
    when lower(drs.dbType) like '%oracle%' then 'oracle'
end
-- kind
coalesce(nullif(source_kind, ''), drs_sent_kind)
-- is_row
drs.opType in ('INSERT', 'UPDATE', 'DELETE', 'INIT')
-- rows
if(drs.opType = 'DELETE', drs.old, drs.data)
-- sent_types
{{ changefeed.json_object_of('drs.columnType') }}
{%- endset -%}
{%- set changes -%}
-- operation
if(drs_is_row and size(drs_rows) = 0, 'other', drs_operation)
-- source_database
drs.database
-- source_schema
drs.schema
-- source_table
drs.table
-- key_columns
if(size(drs.pkNames) > 0, drs.pkNames, null)
-- after_rows
if(drs.opType = 'DELETE', array(), drs_rows)
-- before_rows
if(drs.opType in ('UPDATE', 'DELETE'), drs.old, array())
-- is_before_changed_only
drs.opType = 'UPDATE'
-- is_partial
drs.opType in ('UPDATE', 'DELETE') and coalesce(
    drs_kind = 'oracle'
    or exists(drs_rows, row -> size(array_except(map_keys(drs_sent_types), map_keys(row))) > 0)
    or drs.opType = 'UPDATE'
    and exists(zip_with(drs.data, drs.old, (new, was) -> size(array_except(map_keys(was), map_keys(new))) > 0), lacks -> lacks),
    false
)
-- column_types
if(size(drs_sent_types) > 0, drs.columnType, null)
-- source_at
{{ changefeed.millis_to_timestamp(millis) }}
-- processed_at
{{ changefeed.millis_to_timestamp('try_cast(drs.ts as bigint)') }}
-- source_sequence
if({{ is_full_load }} or not {{ has_id }}, null, array(cast(drs.id as decimal(38,0))))
-- statement
nullif(drs.sql, '')
-- statement_kind
if(drs.opType in ('DDL', 'INIT_DDL'), lower(drs.opType), null)
{%- endset -%}
    {{- return({
        'name': 'drs_json_schema',
        'version': 1,
        'source_kinds': ['postgresql', 'gaussdb', 'sqlserver', 'oracle'],
        'sent_kind': 'drs_sent_kind',
        'envelope': {
            'name': 'drs',
            'format': 'json_object',
            'members': {
                'dbType': 'text', 'database': 'text', 'schema': 'text', 'table': 'text', 'opType': 'text', 'type': 'text', 'isDdl': 'boolean',
                'id': 'string', 'es': 'string', 'ts': 'string', 'sql': 'text', 'columnType': 'string', 'pkNames': 'array<text>',
                'data': 'array<map<string,string>>', 'old': 'array<map<string,string>>',
            },
        },
        'members': [
            'columnType', 'data', 'database', 'dbType', 'es', 'id', 'isDdl', 'old', 'opType', 'pkNames', 'schema', 'sql', 'sqlType', 'table', 'ts', 'type',
        ],
        'signature': {'has': ['opType', 'isDdl'], 'usually_has': ['dbType', 'schema']},
        'terms': changefeed.parts(terms),
        'faults': changefeed.drs_json_schema_faults(is_full_load, has_id),
        'changes': changefeed.parts(changes),
        'types': changefeed.drs_json_schema_types(),
    }) -}}
{%- endmacro -%}
